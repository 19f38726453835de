using System.Collections.Generic;

namespace Worldwire
{
    /// <summary>Outcomes of writes by their keys. A retry gets the same answer and changes nothing. Calls are made under a lock of the caller.</summary>
    internal sealed class KeyOutcomes
    {
        private const int MaxKeys = 1000;
        private const long MaxCharacters = 16 * 1024 * 1024;
        private readonly Dictionary<string, KeyOutcome> outcomes = new Dictionary<string, KeyOutcome>();
        private readonly Queue<string> order = new Queue<string>();
        private long characters;

        public KeyOutcome Find(string key)
        {
            KeyOutcome found;
            return outcomes.TryGetValue(key, out found) ? found : null;
        }

        public KeyOutcome Begin(string key, string what)
        {
            var outcome = new KeyOutcome(what);
            outcomes[key] = outcome;
            order.Enqueue(key);
            return outcome;
        }

        public void Settle(KeyOutcome outcome, string body)
        {
            outcome.Body = body;
            characters += body.Length;
            while (order.Count > MaxKeys || (characters > MaxCharacters && order.Count > 1))
            {
                var eldest = outcomes[order.Peek()];
                if (eldest.Body == null) break;
                characters -= eldest.Body.Length;
                outcomes.Remove(order.Dequeue());
            }
        }
    }

    internal sealed class KeyOutcome
    {
        /// <summary>The operation and its parameters.</summary>
        public readonly string What;
        /// <summary>Requests that wait for the outcome.</summary>
        public readonly List<Call> Waiting = new List<Call>();
        /// <summary>The part of the answer after its id; null before it is known.</summary>
        public string Body;

        public KeyOutcome(string what)
        {
            What = what;
        }
    }
}
