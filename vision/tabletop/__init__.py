"""Rendered card tables: the training source, the test bench and the demo table.

Table coordinates are millimetres on the table top: x to the right, y towards the lower edge of the
picture, z up towards the camera.
"""
