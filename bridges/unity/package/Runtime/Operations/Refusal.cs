using System;

namespace Worldwire
{
    /// <summary>An operation that is refused: what was wrong, and the next step that works.</summary>
    internal sealed class Refusal : Exception
    {
        public readonly string Kind;
        public readonly string Hint;

        private Refusal(string kind, string message, string hint) : base(message)
        {
            Kind = kind;
            Hint = hint;
        }

        public static Refusal Invalid(string message, string hint)
        {
            return new Refusal("invalid", message, hint);
        }

        public static Refusal NotFound(string message, string hint)
        {
            return new Refusal("not-found", message, hint);
        }

        public static Refusal NotReady(string message, string hint)
        {
            return new Refusal("not-ready", message, hint);
        }

        public static Refusal Unsupported(string message, string hint)
        {
            return new Refusal("unsupported", message, hint);
        }

        public static Refusal Failed(string message, string hint)
        {
            return new Refusal("failed", message, hint);
        }
    }
}
