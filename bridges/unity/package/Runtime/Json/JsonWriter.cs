using System;
using System.Collections;
using System.Globalization;
using System.Text;

namespace Worldwire
{
    /// <summary>Writes JSON. A float is written with as few digits as it needs; numbers that JSON does not have are null.</summary>
    internal static class JsonWriter
    {
        private const int MaxDepth = 64;

        public static string Write(object value)
        {
            var built = new StringBuilder();
            Append(built, value, 0);
            return built.ToString();
        }

        private static void Append(StringBuilder built, object value, int depth)
        {
            if (depth > MaxDepth) throw new JsonException("the value nests deeper than " + MaxDepth);
            if (value == null) built.Append("null");
            else if (value is string) AppendText(built, (string)value);
            else if (value is bool) built.Append((bool)value ? "true" : "false");
            else if (value is float) AppendFloat(built, (float)value);
            else if (value is double) AppendDouble(built, (double)value);
            else if (value is IDictionary) AppendObject(built, (IDictionary)value, depth);
            else if (value is IEnumerable) AppendList(built, (IEnumerable)value, depth);
            else if (value is char || value is Enum) AppendText(built, value.ToString());
            else if (value is IFormattable) built.Append(((IFormattable)value).ToString(null, CultureInfo.InvariantCulture));
            else AppendText(built, value.ToString());
        }

        private static void AppendFloat(StringBuilder built, float value)
        {
            if (float.IsNaN(value) || float.IsInfinity(value)) built.Append("null");
            else if (value == 0) built.Append('0');
            else built.Append(Shortest(value));
        }

        private static void AppendDouble(StringBuilder built, double value)
        {
            if (double.IsNaN(value) || double.IsInfinity(value)) built.Append("null");
            else if (value == 0) built.Append('0');
            else built.Append(Shortest(value));
        }

        /// <summary>The shortest digits that are read as the same number.</summary>
        internal static string Shortest(float value)
        {
            for (var digits = 7; digits < 9; digits++)
            {
                var text = value.ToString("G" + digits, CultureInfo.InvariantCulture);
                if (float.Parse(text, CultureInfo.InvariantCulture) == value) return text;
            }
            return value.ToString("G9", CultureInfo.InvariantCulture);
        }

        internal static string Shortest(double value)
        {
            for (var digits = 15; digits < 17; digits++)
            {
                var text = value.ToString("G" + digits, CultureInfo.InvariantCulture);
                double again;
                if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out again) && again == value) return text;
            }
            return value.ToString("G17", CultureInfo.InvariantCulture);
        }

        private static void AppendObject(StringBuilder built, IDictionary fields, int depth)
        {
            built.Append('{');
            var first = true;
            foreach (DictionaryEntry field in fields)
            {
                if (!first) built.Append(',');
                first = false;
                AppendText(built, Convert.ToString(field.Key, CultureInfo.InvariantCulture));
                built.Append(':');
                Append(built, field.Value, depth + 1);
            }
            built.Append('}');
        }

        private static void AppendList(StringBuilder built, IEnumerable items, int depth)
        {
            built.Append('[');
            var first = true;
            foreach (var item in items)
            {
                if (!first) built.Append(',');
                first = false;
                Append(built, item, depth + 1);
            }
            built.Append(']');
        }

        private static void AppendText(StringBuilder built, string text)
        {
            built.Append('"');
            foreach (var letter in JsonReader.Whole(text))
            {
                if (letter == '"' || letter == '\\') built.Append('\\').Append(letter);
                else if (letter == '\n') built.Append("\\n");
                else if (letter < ' ') built.Append("\\u").Append(((int)letter).ToString("x4", CultureInfo.InvariantCulture));
                else built.Append(letter);
            }
            built.Append('"');
        }
    }
}
