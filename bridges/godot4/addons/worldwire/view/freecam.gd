extends Node3D

# A camera that is moved by calls, or with WASD, Q and E. Its pose is kept while it is off. The camera node exists only while it is on,
# because the engine would use it whenever the game has no camera.

const WorldwireStage = preload("../stage.gd")
const MIN_SPEED := 0.1
const MAX_SPEED := 100.0
# Limits the movement after a long frame.
const MAX_STEP := 0.1
const KEYS := {
	KEY_W: Vector3.FORWARD,
	KEY_S: Vector3.BACK,
	KEY_A: Vector3.LEFT,
	KEY_D: Vector3.RIGHT,
	KEY_Q: Vector3.DOWN,
	KEY_E: Vector3.UP,
}

var enabled := false: set = _set_enabled
var speed := 10.0: set = _set_speed

var _stage: WorldwireStage
var _camera: Camera3D = null
var _was_moved := false
var _last_usec := 0
# The instance id of the camera that it replaces.
var _stood_in := 0


func _init(stage: WorldwireStage) -> void:
	_stage = stage


func _ready() -> void:
	set_process(false)


# By real time, because the game may be paused.
func _process(_delta: float) -> void:
	hold()
	var now := Time.get_ticks_usec()
	var seconds := minf((now - _last_usec) / 1e6, MAX_STEP)
	_last_usec = now
	for key in KEYS:
		if Input.is_key_pressed(key):
			translate(KEYS[key] * speed * seconds)


# The active camera, or null.
func active() -> Camera3D:
	return _stage.viewport().get_camera_3d()


# A loaded scene may activate its own camera.
func hold() -> void:
	var other := active()
	if enabled and other != _camera:
		_stood_in = 0 if other == null else other.get_instance_id()
		_camera.make_current()


# Degrees.
func move(to: Variant, turn: Variant) -> void:
	_follow()
	_was_moved = true
	if to != null:
		position = to
	if turn != null:
		rotation_degrees = turn


func describe() -> Dictionary:
	_follow()
	return {
		"enabled": enabled,
		"usingGameCamera": not enabled and not _was_moved and active() != null,
		"speed": speed,
		"position": _plain(position),
		"rotation": _plain(rotation_degrees),
	}


func describe_active() -> Variant:
	var camera := active()
	if camera == null:
		return null
	var turn := camera.global_transform.basis.orthonormalized().get_euler()
	return {
		"isFreecam": camera == _camera,
		"name": String(name if camera == _camera else camera.name),
		"fov": camera.fov,
		"position": _plain(camera.global_transform.origin),
		"rotation": _plain(Vector3(rad_to_deg(turn.x), rad_to_deg(turn.y), rad_to_deg(turn.z))),
	}


# Before the first move it has the pose of the game camera.
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
	if before is Camera3D and before.is_inside_tree():
		before.make_current()


# Copies the settings of the game camera.
func _open() -> void:
	var game := active()
	_camera = Camera3D.new()
	_camera.name = "Camera"
	if game != null:
		_camera.fov = game.fov
		_camera.near = game.near
		_camera.far = game.far
		_camera.cull_mask = game.cull_mask
		_camera.environment = game.environment
		_camera.attributes = game.attributes
	add_child(_camera)


func _set_speed(wish: float) -> void:
	speed = clamp(wish, MIN_SPEED, MAX_SPEED)


static func _plain(vector: Vector3) -> Dictionary:
	return {"x": vector.x, "y": vector.y, "z": vector.z}
