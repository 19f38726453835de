extends Reference

# Without a display the loop runs as fast as calls come, so that a frame has no fixed length. While frames are counted it runs with the
# rate of physics. With a display it does so only for single frames: a game that draws has its own rate.

var _holders := 0
var _set := 0


func steady(is_drawn_too := false) -> void:
	_holders += 1
	if Engine.target_fps == 0 and (is_drawn_too or not OS.can_draw()):
		_set = Engine.iterations_per_second
		Engine.target_fps = _set


func free_run() -> void:
	_holders -= 1
	if _holders == 0 and _set > 0:
		if Engine.target_fps == _set:
			Engine.target_fps = 0
		_set = 0
