"""What people see: the tablet app and the command line."""
