using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;
using UnityEngine.InputSystem;

namespace Worldwire
{
    /// <summary>
    /// Lets devices send while the window has no focus, as it is with a player that is driven by calls. The settings exist since versions 1.1 and
    /// 1.3 of the Input System, so that they are found by name; they are put back at the end.
    /// </summary>
    internal static class FocusBehavior
    {
        private static readonly Dictionary<PropertyInfo, object> before = new Dictionary<PropertyInfo, object>();

        public static void Ignore()
        {
            Set("backgroundBehavior", "IgnoreFocus");
            if (Application.isEditor) Set("editorInputBehaviorInPlayMode", "AllDeviceInputAlwaysGoesToGameView");
        }

        public static void Restore()
        {
            foreach (var each in before) each.Key.SetValue(InputSystem.settings, each.Value, null);
            before.Clear();
        }

        private static void Set(string name, string value)
        {
            var property = typeof(InputSettings).GetProperty(name);
            if (property == null || before.ContainsKey(property) || !Enum.IsDefined(property.PropertyType, value)) return;
            before[property] = property.GetValue(InputSystem.settings, null);
            property.SetValue(InputSystem.settings, Enum.Parse(property.PropertyType, value), null);
        }
    }
}
