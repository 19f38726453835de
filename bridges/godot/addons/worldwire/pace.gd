extends Reference

# How the loop's time is shared. Without a display the engine sleeps between two frames, and how long decides how soon a
# call is heard: short while there are calls, long otherwise.

const Settings = preload("settings.gd")
const BUSY_SLEEP_USEC := 1000
const BACKLOG_SLEEP_USEC := 10
const IDLE_SLEEP_USEC := 10000
const BUSY_MSEC := 1000
# After a call the next one is often close behind.
const SPIN_USEC := 500
# What calls may take of one frame.
const SLICE_USEC := 8000
const DRAWN_SLICE_USEC := 4000
# Pauses that long between two looks, so many in a row, and the scene is behind its pace.
const LATE_MSEC := 250
const MOST_LATE := 3

var slice_usec := SLICE_USEC
# How long to listen for a next call before the frame goes on.
var spin_usec := 0
# Whether the scene is behind its pace.
var is_late := false

var _governs := false
var _last_call := -BUSY_MSEC
var _last_look := 0
var _late := 0


func _init() -> void:
	var mode: String = str(Settings.of("loop"))
	var drawn := OS.can_draw()
	_governs = mode == "low" or mode == "auto" and not drawn
	spin_usec = SPIN_USEC if _governs else 0
	if drawn:
		slice_usec = DRAWN_SLICE_USEC
	if mode == "low":
		OS.low_processor_usage_mode = true
	_sleep(IDLE_SLEEP_USEC)


# Now and then, but several times in a second.
func look() -> void:
	var now := OS.get_ticks_msec()
	if now - _last_call > BUSY_MSEC:
		_sleep(IDLE_SLEEP_USEC)
	_late = _late + 1 if now - _last_look > LATE_MSEC and _last_look > 0 else 0
	is_late = _late >= MOST_LATE or is_late and _late > 0
	_last_look = now


# There were calls in this frame, and more may be left for the next one.
func called(backlog: bool) -> void:
	_last_call = OS.get_ticks_msec()
	_sleep(BACKLOG_SLEEP_USEC if backlog else BUSY_SLEEP_USEC)


func _sleep(usec: int) -> void:
	if _governs and OS.low_processor_usage_mode_sleep_usec != usec:
		OS.low_processor_usage_mode_sleep_usec = usec
