"""What people see: the tablet app and the command line."""

import vision  # noqa: F401 (it sets what OpenCV looks at when it is loaded, by whomever)
