extends Spatial

# A camera in an operator's hand: it is moved from afar, or with WASD, Q and E where there is a keyboard. Where it was
# is kept while it is off. The camera itself is only there while it is on: the engine would look through it whenever the
# game has none.

const SLOWEST := 0.1
const FASTEST := 100.0
# After a frame that took long it does not jump.
const MAX_STEP := 0.1
const KEYS := {
	KEY_W: Vector3.FORWARD,
	KEY_S: Vector3.BACK,
	KEY_A: Vector3.LEFT,
	KEY_D: Vector3.RIGHT,
	KEY_Q: Vector3.DOWN,
	KEY_E: Vector3.UP,
}

var enabled := false setget _set_enabled
var speed := 10.0 setget _set_speed

var _camera: Camera = null
var _was_moved := false
var _last_usec := 0
# The instance id of the camera that it stands in for.
var _stood_in := 0


func _ready() -> void:
	set_process(false)


# By its own clock: that of the game may stand still.
func _process(_delta: float) -> void:
	hold()
	var now := OS.get_ticks_usec()
	var seconds := min((now - _last_usec) / 1e6, MAX_STEP)
	_last_usec = now
	for key in KEYS:
		if Input.is_key_pressed(key):
			translate(KEYS[key] * speed * seconds)


# The camera that the picture is seen from; nothing in a scene without one.
func active() -> Camera:
	return get_tree().root.get_camera()


# A scene that is loaded brings a camera that wants to be looked through.
func hold() -> void:
	var other := active()
	if enabled and other != _camera:
		_stood_in = 0 if other == null else other.get_instance_id()
		_camera.make_current()


# Degrees.
func move(position, rotation) -> void:
	_follow()
	_was_moved = true
	if position != null:
		translation = position
	if rotation != null:
		rotation_degrees = rotation


func describe() -> Dictionary:
	_follow()
	return {
		"enabled": enabled,
		"usingGameCamera": not enabled and not _was_moved and active() != null,
		"speed": speed,
		"position": _plain(translation),
		"rotation": _plain(rotation_degrees),
	}


func describe_active():
	var camera := active()
	if camera == null:
		return null
	var turn := camera.global_transform.basis.orthonormalized().get_euler()
	return {
		"isFreecam": camera == _camera,
		"name": name if camera == _camera else camera.name,
		"fov": camera.fov,
		"position": _plain(camera.global_transform.origin),
		"rotation": _plain(Vector3(rad2deg(turn.x), rad2deg(turn.y), rad2deg(turn.z))),
	}


# Before it was moved for the first time it stands where the camera of the game does.
func _follow() -> void:
	var camera := active()
	if _was_moved or enabled or camera == null:
		return
	global_transform = camera.global_transform.orthonormalized()


func _set_enabled(on: bool) -> void:
	if on == enabled:
		return
	_follow()
	enabled = on
	set_process(on)
	if on:
		_was_moved = true
		_open()
		hold()
		return
	_camera.free()
	_camera = null
	var before = instance_from_id(_stood_in) if _stood_in != 0 else null
	if before is Camera and before.is_inside_tree():
		before.make_current()


# Sees as the camera of the game does.
func _open() -> void:
	var game := active()
	_camera = Camera.new()
	_camera.name = "Camera"
	if game != null:
		_camera.fov = game.fov
		_camera.near = game.near
		_camera.far = game.far
		_camera.cull_mask = game.cull_mask
		_camera.environment = game.environment
	add_child(_camera)


func _set_speed(wish: float) -> void:
	speed = clamp(wish, SLOWEST, FASTEST)


static func _plain(vector: Vector3) -> Dictionary:
	return {"x": vector.x, "y": vector.y, "z": vector.z}
