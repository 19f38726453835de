using UnityEngine;
using Worldwire;

/// <summary>Put it on an object of the scene: clients see the tools, the text and the event while the object is active.</summary>
public class OwnTools : MonoBehaviour
{
    public int coins;

    private void OnEnable()
    {
        Bridge.RegisterTool(
            "give_coins",
            "Gives the player coins.",
            "{\"type\":\"object\",\"properties\":{\"count\":{\"type\":\"integer\"}},\"required\":[\"count\"],\"additionalProperties\":false}",
            "write",
            GiveCoins);
        Bridge.RegisterResource("purse", "What the player has.", "text/plain", () => coins + " coins");
        Bridge.RegisterEvent("coins_given", "The player got coins.");
    }

    private void OnDisable()
    {
        Bridge.UnregisterTool("give_coins");
        Bridge.UnregisterResource("purse");
        Bridge.UnregisterEvent("coins_given");
    }

    private object GiveCoins(JsonObject args)
    {
        coins += (int)(long)args.Get("count");
        Bridge.EmitEvent("coins_given", new JsonObject { { "coins", coins } });
        return "the player has " + coins + " coins";
    }
}
