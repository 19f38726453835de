using System.Reflection;
using UnityEngine;
using UnityEngine.UI;

namespace Worldwire
{
    /// <summary>
    /// Types into a text field of uGUI or TextMesh Pro. Both read the keyboard from events of the window, which scripts cannot send; `ProcessEvent`
    /// is their own way for events of scripts.
    /// </summary>
    internal static class TextFields
    {
        private static readonly KeyCode[] Edits =
        {
            KeyCode.Backspace, KeyCode.Delete, KeyCode.LeftArrow, KeyCode.RightArrow, KeyCode.UpArrow, KeyCode.DownArrow, KeyCode.Home, KeyCode.End,
        };

        public static bool Type(GameObject focused, string text)
        {
            var field = FieldOf(focused);
            if (field == null) return false;
            foreach (var character in text) Send(field, new Event { type = EventType.KeyDown, character = character });
            return true;
        }

        public static bool Edit(GameObject focused, KeyEntry key, bool shift)
        {
            var field = FieldOf(focused);
            if (field == null) return false;
            if (key.Old == KeyCode.Return || key.Old == KeyCode.KeypadEnter)
            {
                Call(field, "DeactivateInputField");
                return true;
            }
            var character = shift ? key.Shifted : key.Plain;
            if (character == '\0' && System.Array.IndexOf(Edits, key.Old) < 0) return false;
            Send(field, new Event { type = EventType.KeyDown, keyCode = key.Old, character = character, modifiers = shift ? EventModifiers.Shift : EventModifiers.None });
            return true;
        }

        private static Component FieldOf(GameObject focused)
        {
            if (focused == null) return null;
            var field = focused.GetComponent<InputField>();
            return field != null ? field : focused.GetComponent("TMP_InputField");
        }

        private static void Send(Component field, Event typed)
        {
            Call(field, "ProcessEvent", typed);
            Call(field, "ForceLabelUpdate");
        }

        private static void Call(Component field, string name, params object[] arguments)
        {
            foreach (var method in field.GetType().GetMethods(BindingFlags.Instance | BindingFlags.Public))
            {
                var parameters = method.GetParameters();
                if (method.Name != name || parameters.Length < arguments.Length) continue;
                var all = new object[parameters.Length];
                arguments.CopyTo(all, 0);
                for (var at = arguments.Length; at < all.Length; at++) all[at] = parameters[at].IsOptional ? parameters[at].DefaultValue : null;
                method.Invoke(field, all);
                return;
            }
        }
    }
}
