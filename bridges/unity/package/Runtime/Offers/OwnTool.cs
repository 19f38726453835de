using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;

namespace Worldwire
{
    /// <summary>A tool of the game.</summary>
    internal sealed class OwnTool
    {
        private static readonly Regex Names = new Regex("^[A-Za-z0-9_-]{1,48}$");
        private static readonly string[] Accesses = { "read", "write", "danger" };
        public readonly string Name;
        public readonly string Access;
        public readonly string Description;
        public readonly JsonObject Schema;
        private readonly Func<JsonObject, object> call;

        public OwnTool(string name, string description, string schema, string access, Func<JsonObject, object> call)
        {
            CheckName(name);
            if (Array.IndexOf(Accesses, access) < 0) throw new ArgumentException("access is \"" + access + "\" and must be read, write or danger", "access");
            if (call == null) throw new ArgumentNullException("call");
            Schema = JsonReader.Read(schema) as JsonObject;
            if (Schema == null || !Equals(Schema.Get("type"), "object"))
                throw new ArgumentException("schema must be a JSON Schema of an object, such as {\"type\":\"object\",\"properties\":{}}", "schema");
            Name = name;
            Description = description ?? "";
            Access = access;
            this.call = call;
        }

        public static void CheckName(string name)
        {
            if (name == null || !Names.IsMatch(name)) throw new ArgumentException("the name \"" + name + "\" must have 1 to 48 letters, digits, \"_\" or \"-\"", "name");
        }

        public JsonObject Info
        {
            get { return new JsonObject { { "name", Name }, { "description", Description }, { "input", Schema }, { "access", Access } }; }
        }

        public JsonObject Call(JsonObject args)
        {
            var wrong = SchemaCheck.Wrong(Schema, args);
            if (wrong != null) throw Refusal.Invalid(Name + ": " + wrong, "its input is " + JsonWriter.Write(Schema));
            object answer;
            try
            {
                answer = call(args);
            }
            catch (ArgumentException thrown)
            {
                throw Refusal.Invalid(Name + ": " + thrown.Message, "its input is " + JsonWriter.Write(Schema));
            }
            if (answer == null) return new JsonObject { { "text", "done" } };
            var text = answer as string;
            return text != null
                ? new JsonObject { { "text", text } }
                : new JsonObject { { "text", JsonWriter.Write(answer) }, { "json", answer } };
        }
    }

    /// <summary>A text of the game.</summary>
    internal sealed class OwnResource
    {
        public readonly string Name;
        public readonly Func<string> Read;
        private readonly string description;
        private readonly string mimeType;

        public OwnResource(string name, string description, string mimeType, Func<string> read)
        {
            OwnTool.CheckName(name);
            if (read == null) throw new ArgumentNullException("read");
            Name = name;
            this.description = description ?? "";
            this.mimeType = mimeType ?? "text/plain";
            Read = read;
        }

        public JsonObject Info
        {
            get { return new JsonObject { { "name", Name }, { "description", description }, { "mimeType", mimeType } }; }
        }
    }

    /// <summary>The parts of JSON Schema that tools of games need: required, types, enum, minimum, maximum, and no other properties.</summary>
    internal static class SchemaCheck
    {
        /// <summary>What is wrong; null if nothing is.</summary>
        public static string Wrong(JsonObject schema, JsonObject args)
        {
            var properties = schema.Get("properties") as JsonObject ?? new JsonObject();
            var required = schema.Get("required") as JsonList ?? new JsonList();
            foreach (var name in required.OfType<string>()) if (!args.Has(name)) return name + " is missing";
            foreach (var each in args)
            {
                var property = properties.Get(each.Key) as JsonObject;
                if (property == null)
                {
                    if (Equals(schema.Get("additionalProperties"), false)) return "there is no argument " + each.Key + "; " + NearNames.Hint(each.Key, properties.Keys);
                    continue;
                }
                var choices = property.Get("enum") as JsonList;
                if (choices != null && !choices.Contains(each.Value)) return each.Key + " is " + Params.Shown(each.Value) + " and must be one of " + JsonWriter.Write(choices);
                var type = property.Get("type") as string;
                if (type != null && !Fits(type, each.Value)) return each.Key + " is " + Params.Shown(each.Value) + " and must be of the type " + type;
                var number = Params.NumberIn(each.Value);
                var least = Params.NumberIn(property.Get("minimum"));
                var most = Params.NumberIn(property.Get("maximum"));
                if (number < least) return each.Key + " is " + Params.Shown(each.Value) + " and must be at least " + least;
                if (number > most) return each.Key + " is " + Params.Shown(each.Value) + " and must be at most " + most;
            }
            return null;
        }

        private static bool Fits(string type, object value)
        {
            switch (type)
            {
                case "string": return value is string;
                case "boolean": return value is bool;
                case "number": return Params.NumberIn(value).HasValue;
                case "integer": return Params.NumberIn(value).HasValue && Params.NumberIn(value).Value % 1 == 0;
                case "object": return value is JsonObject;
                case "array": return value is JsonList;
                case "null": return value == null;
                default: return true;
            }
        }
    }
}
