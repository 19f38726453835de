using System;
using System.Globalization;
using System.Text;

namespace Worldwire
{
    /// <summary>Thrown for text that is not JSON.</summary>
    internal sealed class JsonException : Exception
    {
        public JsonException(string message) : base(message)
        {
        }
    }

    /// <summary>Reads JSON. Whole numbers that fit become long, all others double.</summary>
    internal sealed class JsonReader
    {
        private const int MaxDepth = 64;
        private readonly string text;
        private int at;

        private JsonReader(string text)
        {
            this.text = text;
        }

        public static object Read(string text)
        {
            var reader = new JsonReader(text);
            var value = reader.Value(0);
            reader.Space();
            if (reader.at < text.Length) throw reader.Fault("the text goes on after the value");
            return value;
        }

        private object Value(int depth)
        {
            if (depth > MaxDepth) throw Fault("it nests deeper than " + MaxDepth);
            Space();
            if (at >= text.Length) throw Fault("it ends early");
            switch (text[at])
            {
                case '{': return Object(depth);
                case '[': return List(depth);
                case '"': return Text();
                case 't': return Word("true", true);
                case 'f': return Word("false", false);
                case 'n': return Word("null", null);
                default: return Number();
            }
        }

        private JsonObject Object(int depth)
        {
            var fields = new JsonObject();
            at++;
            Space();
            if (Taken('}')) return fields;
            while (true)
            {
                Space();
                if (at >= text.Length || text[at] != '"') throw Fault("a name must follow");
                var name = Text();
                Space();
                if (!Taken(':')) throw Fault("a colon must follow");
                fields[name] = Value(depth + 1);
                Space();
                if (Taken('}')) return fields;
                if (!Taken(',')) throw Fault("a comma must follow");
            }
        }

        private JsonList List(int depth)
        {
            var items = new JsonList();
            at++;
            Space();
            if (Taken(']')) return items;
            while (true)
            {
                items.Add(Value(depth + 1));
                Space();
                if (Taken(']')) return items;
                if (!Taken(',')) throw Fault("a comma must follow");
            }
        }

        private string Text()
        {
            var start = ++at;
            while (at < text.Length && text[at] != '"' && text[at] != '\\' && text[at] >= ' ') at++;
            if (at < text.Length && text[at] == '"') return Whole(text.Substring(start, at++ - start));
            var built = new StringBuilder(text, start, at - start, Math.Max(16, at - start + 16));
            while (true)
            {
                if (at >= text.Length) throw Fault("a text ends early");
                var next = text[at++];
                if (next == '"') return Whole(built.ToString());
                if (next < ' ') throw Fault("a text has a control character");
                built.Append(next == '\\' ? Escaped() : next);
            }
        }

        private char Escaped()
        {
            if (at >= text.Length) throw Fault("a text ends early");
            var kind = text[at++];
            switch (kind)
            {
                case '"':
                case '\\':
                case '/': return kind;
                case 'b': return '\b';
                case 'f': return '\f';
                case 'n': return '\n';
                case 'r': return '\r';
                case 't': return '\t';
                case 'u':
                    ushort code;
                    if (at + 4 > text.Length ||
                        !ushort.TryParse(text.Substring(at, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out code))
                        throw Fault("an escape is not valid");
                    at += 4;
                    return (char)code;
                default: throw Fault("an escape is not valid");
            }
        }

        /// <summary>Replaces halves of surrogate pairs, which UTF-8 does not have.</summary>
        internal static string Whole(string value)
        {
            StringBuilder fixedText = null;
            for (var index = 0; index < value.Length; index++)
            {
                if (!char.IsSurrogate(value[index])) continue;
                if (char.IsHighSurrogate(value[index]) && index + 1 < value.Length && char.IsLowSurrogate(value[index + 1]))
                {
                    index++;
                    continue;
                }
                if (fixedText == null) fixedText = new StringBuilder(value);
                fixedText[index] = '\ufffd';
            }
            return fixedText == null ? value : fixedText.ToString();
        }

        private object Number()
        {
            var start = at;
            var whole = true;
            Taken('-');
            if (!Digits()) throw Fault("a value must follow");
            var leading = text[start] == '-' ? start + 1 : start;
            if (text[leading] == '0' && at - leading > 1) throw Fault("a number begins with 0");
            if (Taken('.'))
            {
                whole = false;
                if (!Digits()) throw Fault("a digit must follow");
            }
            if (at < text.Length && (text[at] == 'e' || text[at] == 'E'))
            {
                whole = false;
                at++;
                if (!Taken('+')) Taken('-');
                if (!Digits()) throw Fault("a digit must follow");
            }
            var digits = text.Substring(start, at - start);
            long integer;
            if (whole && digits != "-0" && long.TryParse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out integer)) return integer;
            double number;
            if (double.TryParse(digits, NumberStyles.Float, CultureInfo.InvariantCulture, out number) && !double.IsInfinity(number)) return number;
            throw Fault("a number is too large");
        }

        private bool Digits()
        {
            var start = at;
            while (at < text.Length && text[at] >= '0' && text[at] <= '9') at++;
            return at > start;
        }

        private object Word(string word, object value)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw Fault("a value must follow");
            at += word.Length;
            return value;
        }

        private bool Taken(char wanted)
        {
            if (at >= text.Length || text[at] != wanted) return false;
            at++;
            return true;
        }

        private void Space()
        {
            while (at < text.Length && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t')) at++;
        }

        private JsonException Fault(string what)
        {
            return new JsonException("not JSON at character " + at + ": " + what);
        }
    }
}
