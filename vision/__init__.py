"""Reading the table: pictures in, cards and table views out."""

import os

# FFmpeg prints its own complaints about a broken file; ours names the file in one line instead.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
# A small file may claim a thousand million pixels. A quarter of that is more than any camera has, and takes 0.8 GB.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(2**28))
# Windows' own camera interface otherwise takes up to a minute to open a camera.
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
# ONNX Runtime reports its use to its maker unless told not to before it loads; nothing leaves the tablet.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
