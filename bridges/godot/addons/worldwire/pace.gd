extends Reference

# How the loop's time is shared. Without a display the engine sleeps between two frames, and how long decides how soon a
# call is heard: short while there are calls, long otherwise.

const Settings = preload("settings.gd")
const BUSY_SLEEP_USEC := 1000
const BACKLOG_SLEEP_USEC := 10
const IDLE_SLEEP_USEC := 10000
# About sixty frames in a second: more are seen by nobody, and each has to ask the display for news.
const DRAWN_IDLE_SLEEP_USEC := 16000
const BUSY_MSEC := 1000
# How far apart the chores are: what happens by itself is told sooner while somebody is there to hear it.
const CHORES_MSEC := 50
const IDLE_CHORES_MSEC := 200
# After a call the next one is often close behind: on a busy machine a client needs most of a millisecond for it.
const SPIN_USEC := 1000
# What calls may take of one frame.
const SLICE_USEC := 8000
const DRAWN_SLICE_USEC := 4000
# Looks that come so late, so many in a row, and the scene is behind its pace.
const LATE_MSEC := 200
const MAX_LATE := 3

var slice_usec := SLICE_USEC
# How long to listen for a next call before the frame goes on.
var spin_usec := 0
# Whether the scene is behind its pace.
var is_late := false

var _governs := false
var _idle_sleep_usec := IDLE_SLEEP_USEC
var _last_call := -BUSY_MSEC
var _next_look := 0
var _late := 0


func _init() -> void:
	var mode: String = str(Settings.of("loop"))
	var drawn := OS.can_draw()
	_governs = mode == "low" or mode == "auto" and not drawn
	spin_usec = SPIN_USEC if _governs else 0
	if drawn:
		slice_usec = DRAWN_SLICE_USEC
		_idle_sleep_usec = DRAWN_IDLE_SLEEP_USEC
	if mode == "low":
		OS.low_processor_usage_mode = true
	_sleep(_idle_sleep_usec)


# Says when to look again.
func look(linked: bool) -> int:
	var now := OS.get_ticks_msec()
	var is_busy := now - _last_call <= BUSY_MSEC
	if not is_busy:
		_sleep(_idle_sleep_usec)
	_late = _late + 1 if now - _next_look > LATE_MSEC and _next_look > 0 else 0
	is_late = _late >= MAX_LATE or is_late and _late > 0
	_next_look = now + (CHORES_MSEC if is_busy or not linked else IDLE_CHORES_MSEC)
	return _next_look


# There were calls in this frame, and more may be left for the next one. Says when to look again.
func called(backlog: bool) -> int:
	_last_call = OS.get_ticks_msec()
	_sleep(BACKLOG_SLEEP_USEC if backlog else BUSY_SLEEP_USEC)
	return int(min(_next_look, _last_call + CHORES_MSEC))


func _sleep(usec: int) -> void:
	if _governs and OS.low_processor_usage_mode_sleep_usec != usec:
		OS.low_processor_usage_mode_sleep_usec = usec
