extends Control

var pressed := []


func _ready() -> void:
	for button in [$Start, $Options]:
		button.connect("pressed", self, "_button_on_pressed", [button])


func _button_on_pressed(button: Button) -> void:
	pressed.append(button.name)


func flash(seconds := 0.1):
	modulate = Color.red
	yield(get_tree().create_timer(seconds), "timeout")
	modulate = Color.white
