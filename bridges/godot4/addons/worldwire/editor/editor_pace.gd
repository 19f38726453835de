@tool
extends "../pace.gd"

# Shares the time of the editor's loop. The editor sleeps between frames, longer while another window has the focus. While it is linked
# it wakes up often enough to answer soon, and more often while there are calls.

# The longest sleep while a server is linked.
const LINKED_SLEEP_USEC := 20000
# The loop is late after this many checks in a row that are later than this: an editor that is not seen draws slowly.
const EDITOR_LATE_MSEC := 1000

# What the editor itself has chosen, and what was set in its place.
var _own_usec := OS.low_processor_usage_mode_sleep_usec
var _set_usec := OS.low_processor_usage_mode_sleep_usec


func _init() -> void:
	slice_usec = DRAWN_SLICE_USEC
	spin_usec = SPIN_USEC


func end() -> void:
	_sleep(_own_usec)


# Returns the time of the next check.
func next_check(linked: bool) -> int:
	var now := Time.get_ticks_msec()
	var is_busy := now - _last_call <= BUSY_MSEC
	# The editor sets its own time when its window gets or loses the focus.
	if OS.low_processor_usage_mode_sleep_usec != _set_usec:
		_own_usec = OS.low_processor_usage_mode_sleep_usec
	if not is_busy:
		_sleep(mini(_own_usec, LINKED_SLEEP_USEC) if linked else _own_usec)
	_late = _late + 1 if now - _next_look > EDITOR_LATE_MSEC and _next_look > 0 else 0
	is_late = _late >= MAX_LATE
	_next_look = now + (WORK_MSEC if is_busy or not linked else IDLE_WORK_MSEC)
	return _next_look


# Called after a frame with calls. Returns the time of the next check.
func called(_backlog: bool) -> int:
	_last_call = Time.get_ticks_msec()
	_sleep(BUSY_SLEEP_USEC)
	return mini(_next_look, _last_call + WORK_MSEC)


func _sleep(usec: int) -> void:
	_set_usec = usec
	if OS.low_processor_usage_mode_sleep_usec != usec:
		OS.low_processor_usage_mode_sleep_usec = usec
