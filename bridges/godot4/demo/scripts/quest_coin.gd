class_name Coin
extends Area2D

signal taken


func _ready() -> void:
	body_entered.connect(_on_body_entered)


func _on_body_entered(body: Node) -> void:
	if body.name == "Player" and not is_queued_for_deletion():
		queue_free()
		taken.emit()
