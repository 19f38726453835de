using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using UnityEngine;

namespace Worldwire
{
    /// <summary>Turns JSON into values of a type. Nothing is changed if it does not fit.</summary>
    internal sealed class ValueParser
    {
        private readonly ObjectIds ids;

        public ValueParser(ObjectIds ids)
        {
            this.ids = ids;
        }

        /// <summary>Throws a refusal that says what would fit. `what` names the member or argument.</summary>
        public object Parse(object json, Type type, string what)
        {
            object value;
            if (TryParse(json, type, out value)) return value;
            throw Refusal.Invalid(what + " is a " + TypeNames.Of(type) + " and does not take " + Params.Shown(json), "use " + Example(type));
        }

        public bool TryParse(object json, Type type, out object value)
        {
            value = null;
            var inner = Nullable.GetUnderlyingType(type);
            if (inner != null) return json == null || TryParse(json, inner, out value);
            if (type == typeof(object))
            {
                value = json is string && ids.Peek((string)json) != null ? ids.Peek((string)json) : json;
                return true;
            }
            if (type == typeof(string))
            {
                value = json as string;
                return json == null || value != null;
            }
            if (type == typeof(bool))
            {
                value = json;
                return json is bool;
            }
            if (type == typeof(char))
            {
                var text = json as string;
                if (text == null || text.Length != 1) return false;
                value = text[0];
                return true;
            }
            if (type.IsEnum) return TryEnum(json, type, out value);
            if (type.IsPrimitive || type == typeof(decimal)) return TryNumber(json, type, out value);
            if (typeof(UnityEngine.Object).IsAssignableFrom(type)) return TryReference(json, type, out value);
            if (type.IsArray) return TryArray(json, type.GetElementType(), out value);
            if (IsList(type)) return TryList(json, type, out value);
            if (type == typeof(Type)) return false;
            return type.IsValueType && TryStruct(json, type, out value);
        }

        private static bool IsList(Type type)
        {
            return type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>);
        }

        private static bool TryNumber(object json, Type type, out object value)
        {
            value = null;
            var number = Params.NumberIn(json);
            // Numbers that a double does not have come as text.
            decimal exact;
            var isText = json is string && (type == typeof(long) || type == typeof(ulong) || type == typeof(decimal)) &&
                decimal.TryParse((string)json, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out exact);
            if (number == null && !isText) return false;
            try
            {
                if (type == typeof(float))
                {
                    var single = (float)number.Value;
                    value = single;
                    return !float.IsInfinity(single);
                }
                if (type == typeof(double))
                {
                    value = number.Value;
                    return true;
                }
                if (json is double && Math.Floor((double)json) != (double)json) return false;
                value = Convert.ChangeType(json, type, CultureInfo.InvariantCulture);
                return true;
            }
            catch (Exception thrown)
            {
                if (thrown is OverflowException || thrown is FormatException || thrown is InvalidCastException) return false;
                throw;
            }
        }

        private static bool TryEnum(object json, Type type, out object value)
        {
            value = null;
            var text = json as string;
            if (text != null)
            {
                var names = text.Split(',').Select(each => each.Trim()).ToArray();
                if (!names.All(each => Enum.GetNames(type).Contains(each, StringComparer.OrdinalIgnoreCase))) return false;
                if (names.Length > 1 && !type.IsDefined(typeof(FlagsAttribute), false)) return false;
                value = Enum.Parse(type, text, true);
                return true;
            }
            object number;
            if (!TryNumber(json, Enum.GetUnderlyingType(type), out number)) return false;
            value = Enum.ToObject(type, number);
            return type.IsDefined(typeof(FlagsAttribute), false) || Enum.IsDefined(type, value);
        }

        private bool TryReference(object json, Type type, out object value)
        {
            value = null;
            if (json == null) return true;
            var id = json as string ?? (json is JsonObject ? ((JsonObject)json).Get("id") as string : null);
            var target = ids.Peek(id);
            if (target == null) return TryAsset(id, type, out value);
            if (type.IsInstanceOfType(target)) value = target;
            else if (typeof(Component).IsAssignableFrom(type)) value = target.GetComponent(type);
            return value != null && (UnityEngine.Object)value != null;
        }

        /// <summary>An asset that is loaded, by its name.</summary>
        private static bool TryAsset(string name, Type type, out object value)
        {
            value = null;
            if (string.IsNullOrEmpty(name) || typeof(Component).IsAssignableFrom(type) || type == typeof(GameObject)) return false;
            value = Resources.FindObjectsOfTypeAll(type).FirstOrDefault(each => each.name == name);
            return value != null;
        }

        private bool TryArray(object json, Type item, out object value)
        {
            value = null;
            if (json == null) return true;
            var items = json as JsonList;
            if (items == null) return false;
            var array = Array.CreateInstance(item, items.Count);
            for (var at = 0; at < items.Count; at++)
            {
                object one;
                if (!TryParse(items[at], item, out one)) return false;
                array.SetValue(one, at);
            }
            value = array;
            return true;
        }

        private bool TryList(object json, Type type, out object value)
        {
            value = null;
            if (json == null) return true;
            object array;
            if (!TryArray(json, type.GetGenericArguments()[0], out array)) return false;
            var list = (IList)Activator.CreateInstance(type);
            foreach (var item in (Array)array) list.Add(item);
            value = list;
            return true;
        }

        private bool TryStruct(object json, Type type, out object value)
        {
            value = null;
            if (type == typeof(LayerMask))
            {
                object mask;
                if (!TryNumber(json, typeof(int), out mask)) return false;
                value = (LayerMask)(int)mask;
                return true;
            }
            if ((type == typeof(Color) || type == typeof(Color32)) && json is string) return TryColour((string)json, type, out value);
            var fields = json as JsonObject;
            if (fields == null) return false;
            if (type == typeof(Quaternion) && fields.Count == 3) return TryEuler(fields, out value);
            if (type == typeof(Bounds)) return TryBounds(fields, out value);
            var made = Activator.CreateInstance(type);
            var names = Parts.Of(type);
            if (fields.Keys.Any(each => !names.Contains(each))) return false;
            foreach (var name in names)
            {
                object part;
                var optional = name == "a" && (type == typeof(Color) || type == typeof(Color32));
                if (!fields.Has(name) && !optional) return false;
                var given = fields.Has(name) ? fields.Get(name) : type == typeof(Color) ? 1L : 255L;
                if (!TryParse(given, Parts.TypeOf(type, name), out part)) return false;
                Parts.Write(made, type, name, part);
            }
            value = made;
            return names.Length > 0;
        }

        private bool TryEuler(JsonObject fields, out object value)
        {
            object angles;
            value = null;
            if (!TryStruct(fields, typeof(Vector3), out angles)) return false;
            value = Quaternion.Euler((Vector3)angles);
            return true;
        }

        private bool TryBounds(JsonObject fields, out object value)
        {
            object min, max;
            value = null;
            if (!TryStruct(fields.Get("min"), typeof(Vector3), out min) || !TryStruct(fields.Get("max"), typeof(Vector3), out max)) return false;
            var box = new Bounds();
            box.SetMinMax((Vector3)min, (Vector3)max);
            value = box;
            return true;
        }

        /// <summary>"#rrggbb" or "#rrggbbaa".</summary>
        private static bool TryColour(string text, Type type, out object value)
        {
            value = null;
            uint number;
            if (!text.StartsWith("#", StringComparison.Ordinal) || (text.Length != 7 && text.Length != 9)) return false;
            if (!uint.TryParse(text.Substring(1), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out number)) return false;
            if (text.Length == 7) number = (number << 8) | 255;
            var colour = new Color32((byte)(number >> 24), (byte)(number >> 16), (byte)(number >> 8), (byte)number);
            value = type == typeof(Color) ? (object)(Color)colour : colour;
            return true;
        }

        /// <summary>What a value of a type looks like.</summary>
        public static string Example(Type type)
        {
            type = Nullable.GetUnderlyingType(type) ?? type;
            if (type == typeof(string)) return "text";
            if (type == typeof(bool)) return "true or false";
            if (type.IsEnum) return "one of " + string.Join(", ", Enum.GetNames(type).Take(20).ToArray());
            if (type == typeof(float) || type == typeof(double)) return "a number, such as 1.5";
            if (type.IsPrimitive) return "a whole number that fits into " + type.FullName;
            if (typeof(UnityEngine.Object).IsAssignableFrom(type)) return "the id of an object with a " + type.Name + ", such as \"obj:12\", or null";
            if (type.IsArray || IsList(type)) return "a list, such as [" + Example(type.IsArray ? type.GetElementType() : type.GetGenericArguments()[0]) + "]";
            if (type == typeof(Quaternion)) return "{\"x\",\"y\",\"z\",\"w\"}, or the angles {\"x\",\"y\",\"z\"} in degrees";
            if (type == typeof(LayerMask)) return "the mask as a whole number";
            if (type.IsValueType) return "an object with the fields " + string.Join(", ", Parts.Of(type));
            return "a member of another type: values of " + TypeNames.Of(type) + " cannot be written";
        }
    }
}
