"""The tablet app: draws the view that the worker publishes, hands on what is tapped, goes between screens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, OptionProperty, StringProperty
from kivy.uix.screenmanager import NoTransition, ScreenManager

from companion.table import GameState
from ui.device import Device, this_device
from ui.faults import CAMERA_REFUSED, GAME_DAMAGED, Fault
from ui.game import Game
from ui.games import SavedGame
from ui.garbage import keep_what_is_loaded
from ui.i18n import LANGUAGES, system_language, tr
from ui.ink import register_fonts
from ui.lobby import Lobby
from ui.options import DEFAULT_PLAYERS, PlayOptions
from ui.photo import PhotoReader, read_photo
from ui.scale import text_scale, unit
from ui.screens.home import HomeScreen
from ui.screens.newgame import NewGameScreen
from ui.screens.photo import PhotoScreen
from ui.screens.play import PlayScreen
from ui.screens.settings import LicencesScreen, SettingsScreen
from ui.screens.setup import SetupScreen
from ui.settings import Settings
from ui.theme import DARK, THEMES, four_coloured
from ui.touch import deal
from ui.turncaller import TurnCaller
from ui.view import Camera, play_view
from ui.voice import Voice
from ui.widgets.ruling import RulingSheet

REDRAW = 1 / 30
"""Seconds between two looks at what the worker has published."""
BACK_KEY = 27
"""Kivy's number of the escape key, and of Android's way back."""


class CompanionApp(App):
    """Language, theme and view of the whole app; every string in kv is `app.tr('…', app.language)`.

    Args:
        game: the game to show at once; None: the app begins with its home screen.
        lobby: settings and games; without it nothing is kept.
        language, theme: chosen over the settings.
        device: the machine the app runs on; by default this one.
    """

    language = OptionProperty("en", options=list(LANGUAGES))
    theme = OptionProperty("dark", options=list(THEMES))
    palette = ObjectProperty(DARK, rebind=True)
    settings = ObjectProperty(Settings(), rebind=True)
    u = NumericProperty(1)
    t = NumericProperty(1)
    width = NumericProperty(1280)
    height = NumericProperty(800)
    to_players = BooleanProperty(False)
    four_colours = BooleanProperty(False)
    odds = BooleanProperty(False)
    view = ObjectProperty(None, allownone=True, rebind=True)
    title = StringProperty("Trash")

    def __init__(
        self,
        game: Game | None = None,
        *,
        lobby: Lobby | None = None,
        language: str | None = None,
        theme: str | None = None,
        device: Device | None = None,
    ) -> None:
        super().__init__(kv_file="")
        self.game = game
        self.lobby = lobby
        self.device = device or this_device()
        self.voice = Voice(self.device.speech())
        self.screen: PlayScreen | None = None
        self.rules_sheet: RulingSheet | None = None
        self._options = PlayOptions()
        self._came_from = "home"
        self._turns = TurnCaller(self.voice)
        self._use(lobby.settings if lobby is not None else Settings())
        self.language = language or self.language
        self.theme = theme or self.theme

    def tr(self, message: str, language: str, **values: object) -> str:
        """For kv: naming the language makes the string follow it."""
        return tr(message, language, **values)

    def on_theme(self, *_: object) -> None:
        palette = THEMES[self.theme]
        self.palette = four_coloured(palette) if self.four_colours else palette
        Window.clearcolor = self.palette.surface

    on_four_colours = on_theme

    def build(self) -> ScreenManager:
        register_fonts()
        Window.clearcolor = self.palette.surface
        # A tablet's keyboard must not hide the name that is typed.
        Window.softinput_mode = "below_target"
        self._scale(*Window.size)
        self.manager = manager = ScreenManager(transition=NoTransition())
        self.screen = play = PlayScreen(name="play", view=self.game.latest() if self.game else None)
        self.home = home = HomeScreen(name="home")
        self.new_game = new = NewGameScreen(name="new")
        self.setup = setup = SetupScreen(name="setup")
        self.settings_screen = settings = SettingsScreen(name="settings", can_speak=self.voice.can_speak)
        self.photo = photo = PhotoScreen(
            PhotoReader(partial(read_photo, open_camera=self.device.open_camera)), name="photo"
        )
        photo.folder = self.device.pictures()
        self.licences = licences = LicencesScreen(name="licences")
        self._bind_play(play)
        home.bind(on_wish=lambda _, wish: self.wish(wish))
        new.bind(on_begin=lambda _, options: self.begin(options), on_back=lambda _: self.back())
        setup.bind(on_back=lambda _: self.back(), on_ready=lambda _: self.go("play"))
        setup.bind(on_point_out=self._to_game("use_corners"))
        setup.bind(on_by_touch=lambda _: self._by_touch())
        settings.bind(on_change=lambda _, name, value: self.change(name, value))
        settings.bind(on_back=lambda _: self.back(), on_licences=lambda _: self.go("licences"))
        photo.bind(on_back=lambda _: self.back())
        licences.bind(on_back=lambda _: self.back())
        for screen in (home, new, setup, play, settings, photo, licences):
            manager.add_widget(screen)
        Window.bind(size=self._resize, on_keyboard=self._key)
        self._resize(Window, Window.size)
        self._look = Clock.schedule_interval(self._refresh, REDRAW)
        self._show_settings()
        self.go("play" if self.game is not None else "home")
        keep_what_is_loaded()
        return manager

    def _to_game(self, name: str) -> Callable[..., None]:
        """Hands an event of a screen on to the game."""

        def call(_: object, *arguments: object) -> None:
            if self.game is not None:
                getattr(self.game, name)(*arguments)

        return call

    def _bind_play(self, play: PlayScreen) -> None:
        to_game = self._to_game
        play.bind(
            on_undo=to_game("undo"),
            on_next_player=to_game("next_player"),
            on_accept=to_game("accept"),
            on_put_right=to_game("put_right"),
            on_choose=to_game("choose"),
            on_correct_slot=to_game("correct_slot"),
            on_correct_pile=to_game("correct_discard"),
            on_pause=lambda *_: to_game("pause")(None, not play.paused),
            on_play=lambda _, moves: to_game("play")(None, *moves),
            on_deal=lambda *_: to_game("play")(None, *deal(play.view.state)),
            on_wish=lambda _, wish: self.wish(wish),
        )

    def on_stop(self) -> None:
        self._look.cancel()
        Window.unbind(size=self._resize, on_keyboard=self._key)
        Window.allow_screensaver = True
        self.photo.reader.stop()
        self.voice.stop()
        if self.game is not None:
            self.game.stop()

    def on_pause(self) -> bool:
        """Another app comes to the front: the camera is let go, and everything else kept."""
        if self.game is not None:
            self.game.suspend()
        return True

    def on_resume(self) -> None:
        if self.game is not None:
            self.game.wake()

    # Between the screens

    def go(self, name: str) -> None:
        """Show a screen. The tablet stays awake while a game is watched, and only then."""
        if name == "home":
            self._come_home()
        elif name == "photo":
            self.photo.offer()
        elif name == "settings":
            self._came_from = self.manager.current
        self.manager.current = name
        Window.allow_screensaver = name not in ("play", "setup")

    def _come_home(self) -> None:
        lobby, home = self.lobby, self.home
        home.saved = lobby.saved() if lobby is not None else None
        home.notice = lobby.notice if lobby is not None else None
        if lobby is not None and lobby.damaged and home.notice is None:
            home.notice = Fault(GAME_DAMAGED)

    def back(self) -> bool:
        """The way back of the screen that is shown; False where there is none."""
        match self.manager.current:
            case "home":
                return False
            case "settings":
                self.go(self._came_from)
            case "licences":
                self.manager.current = "settings"
            case "setup" if not self.setup.waits:
                self.go("play")
            case "play" | "setup":
                self.leave()
            case _:
                self.go("home")
        return True

    def wish(self, wish: str) -> None:
        """Something to do that was tapped by its name."""
        match wish:
            case "new":
                self._end_game()
                self._prepare_new_game()
                self.go("new")
            case "demo":
                self.begin(PlayOptions(demo=True, players=DEFAULT_PLAYERS))
            case "resume":
                self.resume()
            case "rules":
                self.ask_rules()
            case "again":
                self.again()
            case "export":
                if self.game is not None:
                    self.game.export(self.device.documents())
            case "odds":
                self.change("odds", not self.odds)
            case "far":
                self.change("to_players", not self.to_players)
            case "setup" if self.screen is not None:
                self.setup.waits, self.setup.view = False, self.screen.view
                self.go("setup")
            case "home":
                self.leave()
            case _:
                self.go(wish)

    def begin(self, options: PlayOptions) -> None:
        """A new game."""
        if self.lobby is None:
            return
        self._end_game()
        self._options = options
        if not options.demo:
            self.change("touch", options.touch)
        self._with_camera(options, self._begin)

    def _begin(self, options: PlayOptions) -> None:
        assert self.lobby is not None
        self._open(self.lobby.begin(options), set_up=not (options.touch or options.demo))

    def resume(self) -> None:
        """Go on with the game that was played last."""
        saved = self.lobby.saved() if self.lobby is not None else None
        if self.lobby is None or saved is None:
            return
        self._end_game()
        header = saved.header
        self._options = PlayOptions(header.players, header.rules, touch=self.settings.touch)
        self._with_camera(self._options, partial(self._resume, saved))

    def _resume(self, saved: SavedGame, options: PlayOptions) -> None:
        assert self.lobby is not None
        game = self.lobby.resume(saved, options)
        if game is None:
            self.go("home")
        else:
            self._open(game, set_up=False)

    def photograph(self) -> None:
        """Read the camera's next picture."""
        self.device.ask_for_camera(lambda _: self.photo.read(self.settings.camera))

    def again(self) -> None:
        """The same players begin anew; who would have dealt the next round deals."""
        if self.game is None:
            return
        state: GameState = self.game.latest().state
        dealer = state.players[self.game.latest().next_dealer]
        self.begin(replace(self._options, players=state.players, rules=state.rules, dealer=dealer))

    def leave(self) -> None:
        """Back home; the game is kept, and can be gone on with."""
        self._end_game()
        self.go("home")

    def ask_rules(self) -> None:
        """The questions players ask, for the game played last or for a plain one."""
        saved = self.lobby.saved() if self.lobby is not None else None
        state = GameState.new(DEFAULT_PLAYERS) if saved is None else saved.state
        self.rules_sheet = RulingSheet(view=play_view(state, Camera.TOUCH), general=True)
        self.rules_sheet.open(animation=False)

    def change(self, name: str, value: object) -> None:
        """A setting was chosen."""
        changed = {name: value}
        lobby = self.lobby
        self._use(replace(self.settings, **changed) if lobby is None else lobby.change(**changed))
        self._show_settings()

    def _use(self, settings: Settings) -> None:
        self.settings = settings
        self.language = settings.language or system_language()
        self.four_colours, self.theme = settings.four_colours, settings.theme
        self.to_players, self.odds = settings.to_players, settings.odds
        if self.game is not None:
            self.game.show_odds(settings.odds)
            self.game.keep_pictures(settings.pictures)

    def _show_settings(self) -> None:
        self.settings_screen.settings = self.settings

    def _prepare_new_game(self) -> None:
        if self.settings.players:
            self.new_game.dealer = 0
            self.new_game.names = list(self.settings.players)
        self.new_game.rules = self.settings.rules

    def _with_camera(self, options: PlayOptions, go: Callable[[PlayOptions], None]) -> None:
        """Go on with the options' camera, or by touch where it may not be used."""
        if options.touch or options.demo:
            go(options)
            return

        def answered(allowed: bool) -> None:
            if allowed:
                chosen = self.settings
                go(replace(options, camera=chosen.camera, rotate=chosen.rotate, mirror=chosen.mirror))
                return
            if self.lobby is not None:
                self.lobby.tell(Fault(CAMERA_REFUSED))
            go(replace(options, touch=True))

        self.device.ask_for_camera(answered)

    def _open(self, game: Game, *, set_up: bool) -> None:
        self.game = game
        self._turns.new_game()
        assert self.screen is not None
        self.screen.new_game()
        self.setup.waits, self.setup.corners = set_up, ()
        self.screen.view = self.setup.view = game.latest()
        self.go("setup" if set_up else "play")

    def _end_game(self) -> None:
        if self.game is not None:
            self.game.stop()
            self.game = None

    def _by_touch(self) -> None:
        assert self.screen is not None
        self.screen.by_touch = True
        self.go("play")

    # Every frame

    def _resize(self, _: object, size: tuple[float, float]) -> None:
        self.width, self.height = size
        self._scale(*size)

    def _scale(self, width: float, height: float) -> None:
        """One pixel of a 1280 × 800 screen, and one of its text."""
        self.u = unit(width, height)
        self.t = self.u * text_scale()

    def _refresh(self, _: float) -> None:
        if self.game is None or self.screen is None:
            return
        view = self.game.latest()
        if view is self.screen.view:
            return
        self.screen.view = view
        if self.manager.current == "setup":
            self.setup.view = view
        self._turns.tell(view, self.language, aloud=self.settings.voice)

    def _key(self, _: object, key: int, *__: object) -> bool:
        if key != BACK_KEY:
            return False
        if self.back():
            return True
        if self.device.leaves_by_back:
            self.stop()
        return self.device.leaves_by_back
