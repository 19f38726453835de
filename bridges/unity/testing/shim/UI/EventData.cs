// Part of the shim.
using System;
using System.Collections.Generic;

namespace UnityEngine.EventSystems
{
    public enum MoveDirection { Left, Up, Right, Down, None }

    public abstract class AbstractEventData
    {
        protected bool m_Used;
        public virtual bool used { get { return m_Used; } }
        public virtual void Reset() { m_Used = false; }
        public virtual void Use() { m_Used = true; }
    }

    public class BaseEventData : AbstractEventData
    {
        private readonly EventSystem m_EventSystem;
        public BaseEventData(EventSystem eventSystem) { m_EventSystem = eventSystem; }
        public BaseInputModule currentInputModule { get { return m_EventSystem.currentInputModule; } }
        public GameObject selectedObject { get { return m_EventSystem.currentSelectedGameObject; } set { m_EventSystem.SetSelectedGameObject(value, this); } }
    }

    public class AxisEventData : BaseEventData
    {
        public AxisEventData(EventSystem eventSystem) : base(eventSystem) { moveDir = MoveDirection.None; }
        public Vector2 moveVector { get; set; }
        public MoveDirection moveDir { get; set; }
    }

    public class PointerEventData : BaseEventData
    {
        public enum InputButton { Left, Right, Middle }

        public List<GameObject> hovered = new List<GameObject>();
        private GameObject m_PointerPress;

        public PointerEventData(EventSystem eventSystem) : base(eventSystem) { useDragThreshold = true; }

        public GameObject pointerEnter { get; set; }
        public GameObject lastPress { get; private set; }
        public GameObject rawPointerPress { get; set; }
        public GameObject pointerDrag { get; set; }
        public GameObject pointerPress { get { return m_PointerPress; } set { lastPress = m_PointerPress; m_PointerPress = value; } }
        public RaycastResult pointerCurrentRaycast { get; set; }
        public RaycastResult pointerPressRaycast { get; set; }
        public bool eligibleForClick { get; set; }
        public int pointerId { get; set; }
        public Vector2 position { get; set; }
        public Vector2 delta { get; set; }
        public Vector2 pressPosition { get; set; }
        public float clickTime { get; set; }
        public int clickCount { get; set; }
        public Vector2 scrollDelta { get; set; }
        public bool useDragThreshold { get; set; }
        public bool dragging { get; set; }
        public InputButton button { get; set; }
        public bool IsPointerMoving() { return delta.sqrMagnitude > 0; }
        public bool IsScrolling() { return scrollDelta.sqrMagnitude > 0; }
        public Camera pressEventCamera { get { return pointerPressRaycast.module == null ? null : pointerPressRaycast.module.eventCamera; } }
    }

    public struct RaycastResult
    {
        private GameObject m_GameObject;
        public BaseRaycaster module;
        public float distance;
        public float index;
        public int depth;
        public int sortingLayer;
        public int sortingOrder;
        public Vector3 worldPosition;
        public Vector3 worldNormal;
        public Vector2 screenPosition;
        public GameObject gameObject { get { return m_GameObject; } set { m_GameObject = value; } }
        public bool isValid { get { return module != null && gameObject != null; } }
        public void Clear() { this = new RaycastResult(); }
    }

    public interface IEventSystemHandler { }
    public interface IPointerEnterHandler : IEventSystemHandler { void OnPointerEnter(PointerEventData eventData); }
    public interface IPointerExitHandler : IEventSystemHandler { void OnPointerExit(PointerEventData eventData); }
    public interface IPointerDownHandler : IEventSystemHandler { void OnPointerDown(PointerEventData eventData); }
    public interface IPointerUpHandler : IEventSystemHandler { void OnPointerUp(PointerEventData eventData); }
    public interface IPointerClickHandler : IEventSystemHandler { void OnPointerClick(PointerEventData eventData); }
    public interface IBeginDragHandler : IEventSystemHandler { void OnBeginDrag(PointerEventData eventData); }
    public interface IInitializePotentialDragHandler : IEventSystemHandler { void OnInitializePotentialDrag(PointerEventData eventData); }
    public interface IDragHandler : IEventSystemHandler { void OnDrag(PointerEventData eventData); }
    public interface IEndDragHandler : IEventSystemHandler { void OnEndDrag(PointerEventData eventData); }
    public interface IScrollHandler : IEventSystemHandler { void OnScroll(PointerEventData eventData); }
    public interface IUpdateSelectedHandler : IEventSystemHandler { void OnUpdateSelected(BaseEventData eventData); }
    public interface ISelectHandler : IEventSystemHandler { void OnSelect(BaseEventData eventData); }
    public interface IDeselectHandler : IEventSystemHandler { void OnDeselect(BaseEventData eventData); }
    public interface IMoveHandler : IEventSystemHandler { void OnMove(AxisEventData eventData); }
    public interface ISubmitHandler : IEventSystemHandler { void OnSubmit(BaseEventData eventData); }
    public interface ICancelHandler : IEventSystemHandler { void OnCancel(BaseEventData eventData); }

    public static class ExecuteEvents
    {
        public delegate void EventFunction<T1>(T1 handler, BaseEventData eventData);

        public static EventFunction<IPointerEnterHandler> pointerEnterHandler { get { return (h, e) => h.OnPointerEnter((PointerEventData)e); } }
        public static EventFunction<IPointerExitHandler> pointerExitHandler { get { return (h, e) => h.OnPointerExit((PointerEventData)e); } }
        public static EventFunction<IPointerDownHandler> pointerDownHandler { get { return (h, e) => h.OnPointerDown((PointerEventData)e); } }
        public static EventFunction<IPointerUpHandler> pointerUpHandler { get { return (h, e) => h.OnPointerUp((PointerEventData)e); } }
        public static EventFunction<IPointerClickHandler> pointerClickHandler { get { return (h, e) => h.OnPointerClick((PointerEventData)e); } }
        public static EventFunction<IBeginDragHandler> beginDragHandler { get { return (h, e) => h.OnBeginDrag((PointerEventData)e); } }
        public static EventFunction<IDragHandler> dragHandler { get { return (h, e) => h.OnDrag((PointerEventData)e); } }
        public static EventFunction<IEndDragHandler> endDragHandler { get { return (h, e) => h.OnEndDrag((PointerEventData)e); } }
        public static EventFunction<IScrollHandler> scrollHandler { get { return (h, e) => h.OnScroll((PointerEventData)e); } }
        public static EventFunction<IUpdateSelectedHandler> updateSelectedHandler { get { return (h, e) => h.OnUpdateSelected(e); } }
        public static EventFunction<ISelectHandler> selectHandler { get { return (h, e) => h.OnSelect(e); } }
        public static EventFunction<IDeselectHandler> deselectHandler { get { return (h, e) => h.OnDeselect(e); } }
        public static EventFunction<IMoveHandler> moveHandler { get { return (h, e) => h.OnMove((AxisEventData)e); } }
        public static EventFunction<ISubmitHandler> submitHandler { get { return (h, e) => h.OnSubmit(e); } }
        public static EventFunction<ICancelHandler> cancelHandler { get { return (h, e) => h.OnCancel(e); } }

        public static bool CanHandleEvent<T>(GameObject go) where T : IEventSystemHandler { return Handlers<T>(go).Count > 0; }
        public static GameObject GetEventHandler<T>(GameObject root) where T : IEventSystemHandler
        {
            for (var each = root == null ? null : root.transform; each != null; each = each.parent) if (CanHandleEvent<T>(each.gameObject)) return each.gameObject;
            return null;
        }
        public static bool Execute<T>(GameObject target, BaseEventData eventData, EventFunction<T> functor) where T : IEventSystemHandler
        {
            var handlers = Handlers<T>(target);
            foreach (var each in handlers)
            {
                try { functor(each, eventData); }
                catch (Exception thrown) { Debug.LogException(thrown); }
            }
            return handlers.Count > 0;
        }
        public static GameObject ExecuteHierarchy<T>(GameObject root, BaseEventData eventData, EventFunction<T> callbackFunction) where T : IEventSystemHandler
        {
            for (var each = root == null ? null : root.transform; each != null; each = each.parent) if (Execute(each.gameObject, eventData, callbackFunction)) return each.gameObject;
            return null;
        }

        private static List<T> Handlers<T>(GameObject on)
        {
            var found = new List<T>();
            if (on == null || !on.activeInHierarchy) return found;
            foreach (var each in on.GetComponents<Component>())
                if (each is T && (!(each is Behaviour) || ((Behaviour)each).isActiveAndEnabled)) found.Add((T)(object)each);
            return found;
        }
    }
}
