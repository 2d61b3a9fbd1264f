"""The screens of the app: each a module and a kv file of the same name."""
