extends Reference

# Shares the time of the frame loop. Without a display the engine sleeps between frames: shortly while there are calls, longer
# otherwise.

const WorldwireSettings = preload("settings.gd")
const BUSY_SLEEP_USEC := 1000
const BACKLOG_SLEEP_USEC := 10
const IDLE_SLEEP_USEC := 10000
# About sixty frames per second.
const DRAWN_IDLE_SLEEP_USEC := 16000
const BUSY_MSEC := 1000
# Time between periodic work: shorter while there are calls.
const WORK_MSEC := 50
const IDLE_WORK_MSEC := 200
# The next call often follows within a millisecond.
const SPIN_USEC := 1000
# Time for calls in one frame.
const SLICE_USEC := 8000
const DRAWN_SLICE_USEC := 4000
# The loop is late after this many checks in a row that are later than LATE_MSEC.
const LATE_MSEC := 200
const MAX_LATE := 3

var slice_usec := SLICE_USEC
# How long to wait for the next call before the frame continues.
var spin_usec := 0
# Whether the frame loop is late.
var is_late := false

var _governs := false
var _idle_sleep_usec := IDLE_SLEEP_USEC
var _last_call := -BUSY_MSEC
var _next_look := 0
var _late := 0


func _init() -> void:
	var mode: String = str(WorldwireSettings.of("loop"))
	var drawn := OS.can_draw()
	_governs = mode == "low" or mode == "auto" and not drawn
	spin_usec = SPIN_USEC if _governs else 0
	if drawn:
		slice_usec = DRAWN_SLICE_USEC
		_idle_sleep_usec = DRAWN_IDLE_SLEEP_USEC
	if mode == "low":
		OS.low_processor_usage_mode = true
	_sleep(_idle_sleep_usec)


# Returns the time of the next check.
func next_check(linked: bool) -> int:
	var now := OS.get_ticks_msec()
	var is_busy := now - _last_call <= BUSY_MSEC
	if not is_busy:
		_sleep(_idle_sleep_usec)
	_late = _late + 1 if now - _next_look > LATE_MSEC and _next_look > 0 else 0
	is_late = _late >= MAX_LATE or is_late and _late > 0
	_next_look = now + (WORK_MSEC if is_busy or not linked else IDLE_WORK_MSEC)
	return _next_look


# Called after a frame with calls. Returns the time of the next check.
func called(backlog: bool) -> int:
	_last_call = OS.get_ticks_msec()
	_sleep(BACKLOG_SLEEP_USEC if backlog else BUSY_SLEEP_USEC)
	return int(min(_next_look, _last_call + WORK_MSEC))


func _sleep(usec: int) -> void:
	if _governs and OS.low_processor_usage_mode_sleep_usec != usec:
		OS.low_processor_usage_mode_sleep_usec = usec
