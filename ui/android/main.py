"""Where Android starts the app; `ui.android.stage` lays this file beside the packages."""

from ui.android.start import start

start()
