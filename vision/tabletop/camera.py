"""A pinhole camera over the table top."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True)
class TabletopCamera:
    """Where the camera stands and what it sees.

    Attributes:
        width, height: picture size in pixels.
        span: millimetres of table across the picture's width at the point looked at.
        tilt: degrees from straight down; the camera leans towards the picture's lower edge.
        azimuth: degrees the table is turned under the camera before tilting.
        roll: degrees the picture is turned about the optical axis.
        field_of_view: horizontal angle in degrees.
        look_at: the table point (mm) at the middle of the picture.
    """

    width: int
    height: int
    span: float
    tilt: float = 0.0
    azimuth: float = 0.0
    roll: float = 0.0
    field_of_view: float = 62.0
    look_at: tuple[float, float] = (0.0, 0.0)

    @property
    def focal(self) -> float:
        """Focal length in pixels."""
        return self.width / (2 * math.tan(math.radians(self.field_of_view) / 2))

    @property
    def projection(self) -> NDArray[np.float64]:
        """The 3×4 matrix K [R | t] (Hartley & Zisserman, Multiple View Geometry, 6.1) for points
        (x, y, z, 1) in table millimetres, z up."""
        focal = self.focal
        distance = focal * self.span / self.width
        intrinsic = np.array([[focal, 0, self.width / 2], [0, focal, self.height / 2], [0, 0, 1]])
        centre = np.array([[1.0, 0, 0, -self.look_at[0]], [0, 1, 0, -self.look_at[1]], [0, 0, -1, 0]])
        rotation = _about_z(self.roll) @ _about_x(-self.tilt) @ _about_z(self.azimuth)
        pose = rotation @ centre
        pose[2, 3] += distance
        result: NDArray[np.float64] = intrinsic @ pose
        return result

    @property
    def homography(self) -> NDArray[np.float64]:
        """The 3×3 matrix from table millimetres (z = 0) to pixels."""
        return self.projection[:, [0, 1, 3]]

    def project(self, points: ArrayLike) -> NDArray[np.float64]:
        """Pixels (n, 2) of table points (n, 2) or (n, 3) in millimetres; NaN for points behind the camera."""
        table = np.atleast_2d(np.asarray(points, float))
        if table.shape[1] == 2:
            table = np.hstack([table, np.zeros((len(table), 1))])
        homogeneous = np.hstack([table, np.ones((len(table), 1))]) @ self.projection.T
        depth = np.where(homogeneous[:, 2:] > self.nearest, homogeneous[:, 2:], np.nan)
        result: NDArray[np.float64] = homogeneous[:, :2] / depth
        return result

    @property
    def nearest(self) -> float:
        """Depth in millimetres below which nothing is drawn: behind the lens, or filling the picture."""
        return 0.1 * self.focal * self.span / self.width

    def pixels_per_mm(self, point: tuple[float, float]) -> float:
        """Largest local scale of the picture at a table point."""
        here, right, down = self.project([point, (point[0] + 1, point[1]), (point[0], point[1] + 1)])
        return float(max(np.linalg.norm(right - here), np.linalg.norm(down - here)))

    def table_at(self, pixels: ArrayLike) -> NDArray[np.float64]:
        """Table points (n, 2) in millimetres under pixels (n, 2)."""
        picture = np.atleast_2d(np.asarray(pixels, float))
        homogeneous = np.hstack([picture, np.ones((len(picture), 1))]) @ np.linalg.inv(self.homography).T
        result: NDArray[np.float64] = homogeneous[:, :2] / homogeneous[:, 2:]
        return result


def _about_x(degrees: float) -> NDArray[np.float64]:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])


def _about_z(degrees: float) -> NDArray[np.float64]:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
