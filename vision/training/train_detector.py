"""Train the detector: YOLO26n with oriented boxes, face up and face down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from vision.training import processor

CLASSES = ("face up", "face down")


def train_detector(
    data: Path,
    out: Path,
    *,
    start: Path | None = None,
    epochs: int = 2,
    batch: int = 16,
    size: int = 640,
    learning_rate: float = 2e-3,
    final_share: float = 0.05,
    names: bool = False,
) -> Path:
    """Train on a data set of oriented boxes.

    Args:
        data: the data set's YAML file.
        out: folder for the run.
        start: weights (.pt) to go on from, or None for the bare architecture.
        final_share: learning rate at the end as a share of the first.
        names: whether the classes are the cards' names, which neither a mirrored nor a recoloured card keeps.

    Returns:
        The path of the weights (.pt).
    """
    from ultralytics import YOLO, settings

    settings.update({"sync": False})
    out = out.resolve()  # Ultralytics lays what is relative into a folder of its own
    model = YOLO(str(start) if start else "yolo26n-obb.yaml", task="obb")
    for event, callback in processor.callbacks().items():
        model.add_callback(event, callback)
    options: dict[str, Any] = {
        # A step at every batch: from scratch and for few epochs, accumulating loses more than it steadies.
        "nbs": batch,
        "optimizer": "AdamW",
        "lr0": learning_rate,
        "lrf": final_share,
        "cos_lr": True,
        "warmup_epochs": 0.2 if start is None else 0.05,
        # The scenes are rendered at the scale and in the clutter wanted; only cheap variety is added.
        "mosaic": 0.15,
        "close_mosaic": 0,
        "scale": 0.25,
        "translate": 0.1,
    }
    if names:
        options |= {
            "fliplr": 0.0,
            "flipud": 0.0,
            "degrees": 180.0,
            "hsv_h": 0.015,
            "hsv_s": 0.4,
            "hsv_v": 0.45,
        }
    else:
        # Any hue: which side of a card shows is no question of colour, and backs come in all of them.
        options |= {"fliplr": 0.5, "flipud": 0.5, "hsv_h": 0.5, "hsv_s": 0.6, "hsv_v": 0.45}
    model.train(
        data=str(data),
        epochs=epochs,
        batch=batch,
        imgsz=size,
        project=str(out),
        name="detector",
        exist_ok=True,
        val=False,
        plots=False,
        verbose=False,
        **options,
    )
    return out / "detector" / "weights" / "last.pt"
