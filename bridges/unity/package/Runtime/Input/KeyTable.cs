using System.Collections.Generic;
using UnityEngine;

namespace Worldwire
{
    /// <summary>One key: its `code` of the web, its names in the old input and in the Input System, and the characters that it types.</summary>
    internal sealed class KeyEntry
    {
        public readonly string Code;
        public readonly KeyCode Old;
        /// <summary>The name in UnityEngine.InputSystem.Key.</summary>
        public readonly string Name;
        /// <summary>Without and with shift; 0 if it types none.</summary>
        public readonly char Plain;
        public readonly char Shifted;

        public KeyEntry(string code, KeyCode old, string name, char plain, char shifted)
        {
            Code = code;
            Old = old;
            Name = name;
            Plain = plain;
            Shifted = shifted;
        }
    }

    /// <summary>Keys by their place on a keyboard with the layout of the United States.</summary>
    internal static class KeyTable
    {
        private static readonly Dictionary<string, KeyEntry> byCode = new Dictionary<string, KeyEntry>();
        private static readonly Dictionary<string, KeyEntry> byName = new Dictionary<string, KeyEntry>(System.StringComparer.OrdinalIgnoreCase);

        static KeyTable()
        {
            for (var letter = 'A'; letter <= 'Z'; letter++)
                Add("Key" + letter, KeyCode.A + (letter - 'A'), letter.ToString(), char.ToLowerInvariant(letter), letter);
            const string Above = ")!@#$%^&*(";
            for (var digit = 0; digit < 10; digit++)
            {
                Add("Digit" + digit, KeyCode.Alpha0 + digit, "Digit" + digit, (char)('0' + digit), Above[digit]);
                Add("Numpad" + digit, KeyCode.Keypad0 + digit, "Numpad" + digit, (char)('0' + digit), (char)('0' + digit));
            }
            for (var number = 1; number <= 12; number++) Add("F" + number, KeyCode.F1 + (number - 1), "F" + number);
            Add("Space", KeyCode.Space, "Space", ' ', ' ');
            Add("Enter", KeyCode.Return, "Enter");
            Add("Escape", KeyCode.Escape, "Escape");
            Add("Tab", KeyCode.Tab, "Tab");
            Add("Backspace", KeyCode.Backspace, "Backspace");
            Add("Delete", KeyCode.Delete, "Delete");
            Add("Insert", KeyCode.Insert, "Insert");
            Add("Home", KeyCode.Home, "Home");
            Add("End", KeyCode.End, "End");
            Add("PageUp", KeyCode.PageUp, "PageUp");
            Add("PageDown", KeyCode.PageDown, "PageDown");
            Add("ArrowLeft", KeyCode.LeftArrow, "LeftArrow");
            Add("ArrowRight", KeyCode.RightArrow, "RightArrow");
            Add("ArrowUp", KeyCode.UpArrow, "UpArrow");
            Add("ArrowDown", KeyCode.DownArrow, "DownArrow");
            Add("ShiftLeft", KeyCode.LeftShift, "LeftShift");
            Add("ShiftRight", KeyCode.RightShift, "RightShift");
            Add("ControlLeft", KeyCode.LeftControl, "LeftCtrl");
            Add("ControlRight", KeyCode.RightControl, "RightCtrl");
            Add("AltLeft", KeyCode.LeftAlt, "LeftAlt");
            Add("AltRight", KeyCode.RightAlt, "RightAlt");
            Add("MetaLeft", KeyCode.LeftCommand, "LeftMeta");
            Add("MetaRight", KeyCode.RightCommand, "RightMeta");
            Add("ContextMenu", KeyCode.Menu, "ContextMenu");
            Add("CapsLock", KeyCode.CapsLock, "CapsLock");
            Add("NumLock", KeyCode.Numlock, "NumLock");
            Add("ScrollLock", KeyCode.ScrollLock, "ScrollLock");
            Add("PrintScreen", KeyCode.Print, "PrintScreen");
            Add("Pause", KeyCode.Pause, "Pause");
            Add("Minus", KeyCode.Minus, "Minus", '-', '_');
            Add("Equal", KeyCode.Equals, "Equals", '=', '+');
            Add("Comma", KeyCode.Comma, "Comma", ',', '<');
            Add("Period", KeyCode.Period, "Period", '.', '>');
            Add("Slash", KeyCode.Slash, "Slash", '/', '?');
            Add("Semicolon", KeyCode.Semicolon, "Semicolon", ';', ':');
            Add("Quote", KeyCode.Quote, "Quote", '\'', '"');
            Add("BracketLeft", KeyCode.LeftBracket, "LeftBracket", '[', '{');
            Add("BracketRight", KeyCode.RightBracket, "RightBracket", ']', '}');
            Add("Backslash", KeyCode.Backslash, "Backslash", '\\', '|');
            Add("Backquote", KeyCode.BackQuote, "Backquote", '`', '~');
            Add("NumpadEnter", KeyCode.KeypadEnter, "NumpadEnter");
            Add("NumpadAdd", KeyCode.KeypadPlus, "NumpadPlus", '+', '+');
            Add("NumpadSubtract", KeyCode.KeypadMinus, "NumpadMinus", '-', '-');
            Add("NumpadMultiply", KeyCode.KeypadMultiply, "NumpadMultiply", '*', '*');
            Add("NumpadDivide", KeyCode.KeypadDivide, "NumpadDivide", '/', '/');
            Add("NumpadDecimal", KeyCode.KeypadPeriod, "NumpadPeriod", '.', '.');
        }

        public static IEnumerable<KeyEntry> All
        {
            get { return byCode.Values; }
        }

        public static IEnumerable<string> Codes
        {
            get { return byCode.Keys; }
        }

        /// <summary>Null if there is no such key.</summary>
        public static KeyEntry Find(string code)
        {
            KeyEntry found;
            return code != null && byCode.TryGetValue(code, out found) ? found : null;
        }

        /// <summary>By the name in the Input System, whatever the case. Null if there is none.</summary>
        public static KeyEntry ByName(string name)
        {
            KeyEntry found;
            return byName.TryGetValue(name, out found) ? found : null;
        }

        private static void Add(string code, KeyCode old, string name, char plain = '\0', char shifted = '\0')
        {
            byCode[code] = byName[name] = new KeyEntry(code, old, name, plain, shifted);
        }
    }
}
