"""The companion as an Android app: what only a tablet has, and how the package is made (README.md)."""
