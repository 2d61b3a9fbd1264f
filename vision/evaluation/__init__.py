"""How well the networks do: on labelled photos, and on filmed games with known truth."""
