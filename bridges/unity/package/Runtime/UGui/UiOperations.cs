using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine;
using UnityEngine.EventSystems;
using UnityEngine.UI;

namespace Worldwire
{
    /// <summary>Picks and lists of uGUI.</summary>
    internal static class UiOperations
    {
#if UNITY_EDITOR
        [UnityEditor.InitializeOnLoadMethod]
#endif
        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        internal static void Begin()
        {
            Extensions.Add(Add);
        }

        public static void Add(BridgeHost host)
        {
            host.Operations.Add("pick.ui", given => Pick(host, given));
            host.Operations.Add("ui.list", given => List(host, given));
        }

        private static JsonList Pick(BridgeHost host, Params given)
        {
            var at = PickOperations.PlaceIn(given, Screen.width, Screen.height);
            if (at == null) return new JsonList();
            var hits = Drawn(new Vector2(at.Value.x, Screen.height - at.Value.y));
            return JsonList.Of(hits.Select(each => new JsonObject
            {
                { "id", host.Ids.IdOf(each) }, { "name", each.name }, { "path", ObjectInfo.PathOf(each) },
                { "distance", 0 }, { "point", ObjectInfo.Vector(new Vector3(at.Value.x, at.Value.y, 0)) },
            }));
        }

        private static JsonObject List(BridgeHost host, Params given)
        {
            given.CheckPaging();
            var clickable = given.OptionalFlag("clickable");
            var root = given.Has("root") ? host.Ids.Find(given.Text("root")).transform : null;
            var found = new List<JsonObject>();
            foreach (var element in Elements().Where(each => root == null || each.transform.IsChildOf(root)))
            {
                var info = Info(host, element);
                if (clickable == null || (bool)info["clickable"] == clickable) found.Add(info);
            }
            return given.Page(found, each => each);
        }

        /// <summary>Elements at a place, the topmost first, also those of a canvas without a raycaster.</summary>
        private static IEnumerable<GameObject> Drawn(Vector2 place)
        {
            return Graphics()
                .Where(each => each.raycastTarget &&
                    RectTransformUtility.RectangleContainsScreenPoint(each.rectTransform, place, Interface.CameraOf(each.canvas)))
                .Reverse()
                .Select(each => each.gameObject);
        }

        /// <summary>Visible elements in the order in which they are drawn. The label of a control is a part of it.</summary>
        private static IEnumerable<GameObject> Elements()
        {
            foreach (var graphic in Graphics())
            {
                var element = graphic.gameObject;
                var control = ControlOf(element);
                if (control == null || control == element) yield return element;
            }
        }

        /// <summary>All that is drawn, in this order.</summary>
        private static IEnumerable<Graphic> Graphics()
        {
            var canvases = Object.FindObjectsOfType<Canvas>()
                .Where(each => each.isRootCanvas && each.enabled)
                .OrderBy(each => each.renderMode == RenderMode.ScreenSpaceOverlay ? 1 : 0)
                .ThenBy(each => each.sortingOrder);
            foreach (var canvas in canvases)
            {
                foreach (var graphic in canvas.gameObject.GetComponentsInChildren<Graphic>(false))
                {
                    if (graphic.enabled && Visibility.IsVisible(graphic.gameObject)) yield return graphic;
                }
            }
        }

        /// <summary>The control that an element belongs to; null if there is none.</summary>
        private static GameObject ControlOf(GameObject element)
        {
            for (var at = element.transform; at != null; at = at.parent)
                if (at.GetComponent<Selectable>() != null) return at.gameObject;
            return null;
        }

        private static JsonObject Info(BridgeHost host, GameObject element)
        {
            var selectable = element.GetComponent<Selectable>();
            var graphic = element.GetComponent<Graphic>();
            var box = Interface.BoxOf((RectTransform)element.transform);
            var enabled = selectable == null || selectable.IsInteractable();
            var top = UiPick.At(new Vector2(box.center.x, Screen.height - box.center.y)).FirstOrDefault();
            var reached = top != null && top.transform.IsChildOf(element.transform);
            var handles = selectable != null || ExecuteEvents.GetEventHandler<IPointerClickHandler>(element) == element;
            var info = host.Ids.Reference(element);
            info["type"] = (selectable != null ? (Component)selectable : graphic).GetType().FullName;
            info.With("text", UiText.Of(element));
            info["bounds"] = ObjectInfo.Box(box);
            info["enabled"] = enabled;
            info["clickable"] = enabled && handles && reached;
            if (top != null && !reached && !element.transform.IsChildOf(top.transform)) info["coveredBy"] = host.Ids.Reference(top);
            var system = EventSystem.current;
            info["focused"] = system != null && system.currentSelectedGameObject == element;
            return info.With("value", UiText.ValueOf(element));
        }
    }

    internal static class UiPick
    {
        /// <summary>Elements at a place of the screen from the lower left corner, the topmost first.</summary>
        public static List<GameObject> At(Vector2 position)
        {
            var results = new List<RaycastResult>();
            var system = EventSystem.current;
            var data = new PointerEventData(system) { position = position };
            if (system != null) system.RaycastAll(data, results);
            else foreach (var each in Object.FindObjectsOfType<GraphicRaycaster>()) each.Raycast(data, results);
            return results.Where(each => each.module is GraphicRaycaster).Select(each => each.gameObject).Distinct().ToList();
        }
    }

    /// <summary>What a person reads on an element. TextMeshPro is found by its property "text".</summary>
    internal static class UiText
    {
        private const BindingFlags Public = BindingFlags.Instance | BindingFlags.Public;

        public static string Of(GameObject element)
        {
            var field = element.GetComponent<InputField>();
            if (field != null) return field.text;
            foreach (var graphic in element.GetComponentsInChildren<Graphic>(false))
            {
                var text = OfGraphic(graphic);
                if (!string.IsNullOrEmpty(text)) return text;
            }
            return null;
        }

        private static string OfGraphic(Graphic graphic)
        {
            var plain = graphic as Text;
            if (plain != null) return plain.text;
            var property = graphic.GetType().GetProperty("text", Public, null, typeof(string), new System.Type[0], null);
            return property == null || !property.CanRead ? null : (string)property.GetValue(graphic, null);
        }

        /// <summary>The value of a toggle, a slider, a text field or a list; null for others.</summary>
        public static object ValueOf(GameObject element)
        {
            var control = element.GetComponent<Selectable>();
            if (control is InputField) return ((InputField)control).text;
            if (control is Toggle) return ((Toggle)control).isOn;
            if (control is Slider) return ((Slider)control).value;
            if (control is Dropdown)
            {
                var list = (Dropdown)control;
                return list.value >= 0 && list.value < list.options.Count ? list.options[list.value].text : null;
            }
            if (control == null) return null;
            // TextMeshPro's controls do not derive from those above.
            var type = control.GetType();
            if (type.Name == "TMP_InputField") return type.GetProperty("text", Public).GetValue(control, null);
            return type.Name == "Scrollbar" || type.Name == "TMP_Dropdown" ? type.GetProperty("value", Public).GetValue(control, null) : null;
        }
    }
}
