using System;
using UnityEngine;
using UnityEngine.EventSystems;
using UnityEngine.UI;
using Worldwire.Shim;

namespace Demo
{
    /// <summary>A scene for input beyond the contract: colliders with messages, a slider, a wheel, and a person at the real devices.</summary>
    internal static class Desk
    {
        public static void Register() { Builds.Add("Desk", Fill); }

        private static void Fill()
        {
            var desk = Build.Empty("Desk", null, Vector3.zero).transform;
            desk.gameObject.AddComponent<Person>();
            desk.gameObject.AddComponent<OldReader>();
            var camera = Build.Empty("Camera", desk, new Vector3(0, 2, -10)).AddComponent<Camera>();
            camera.gameObject.tag = "MainCamera";
            Build.Box("Bell", desk, new Vector3(0, 2, 0), Vector3.one * 2, Color.blue).AddComponent<Bell>();
            new GameObject("EventSystem").AddComponent<EventSystem>().gameObject.AddComponent<StandaloneInputModule>();
            var canvas = new GameObject("Canvas", typeof(RectTransform));
            canvas.AddComponent<Canvas>();
            canvas.AddComponent<GraphicRaycaster>();
            Place(canvas.transform, "Volume", 20, 20).AddComponent<Slider>();
            Place(canvas.transform, "Pad", 20, 80).AddComponent<Pad>();
        }

        private static GameObject Place(Transform parent, string name, float x, float y)
        {
            var made = new GameObject(name, typeof(RectTransform));
            var rect = (RectTransform)made.transform;
            rect.SetParent(parent, false);
            rect.anchorMin = rect.anchorMax = rect.pivot = new Vector2(0, 1);
            rect.sizeDelta = new Vector2(100, 40);
            rect.anchoredPosition = new Vector2(x, -y);
            made.AddComponent<Image>();
            return made;
        }
    }

    /// <summary>Notes the messages of the mouse.</summary>
    public class Bell : MonoBehaviour
    {
        public string messages = "";
        private void OnMouseEnter() { messages += "enter "; }
        private void OnMouseExit() { messages += "exit "; }
        private void OnMouseDown() { messages += "down "; }
        private void OnMouseUp() { messages += "up "; }
        private void OnMouseUpAsButton() { messages += "click "; }
    }

    /// <summary>Notes clicks and turns of the wheel.</summary>
    public class Pad : MonoBehaviour, IPointerClickHandler, IScrollHandler
    {
        public int clicks, count;
        public Vector2 scrolled;
        public void OnPointerClick(PointerEventData eventData) { clicks++; count = eventData.clickCount; }
        public void OnScroll(PointerEventData eventData) { scrolled = scrolled + eventData.scrollDelta; }
    }

    /// <summary>Reads the old input.</summary>
    public class OldReader : MonoBehaviour
    {
        public int frames, downs;
        public float most;
        public Vector3 pointer;
        private void Update()
        {
            if (Input.GetKey(KeyCode.W)) frames++;
            if (Input.GetKeyDown(KeyCode.W)) downs++;
            most = Mathf.Max(most, Input.GetAxisRaw("Vertical"));
            pointer = Input.mousePosition;
        }
    }

    /// <summary>Uses the real keyboard and mouse of the shim.</summary>
    public class Person : MonoBehaviour
    {
        public void Press(string key) { ShimDevices.Press((KeyCode)Enum.Parse(typeof(KeyCode), key)); }
        public void Release(string key) { ShimDevices.Release((KeyCode)Enum.Parse(typeof(KeyCode), key)); }
        public void Move(float x, float y) { ShimDevices.Mouse = new Vector3(x, y, 0); }
    }
}
