// The scripts of the page are one script; it runs in a browser and loads nothing.
const browser = ["document", "location", "window", "console", "requestAnimationFrame", "addEventListener", "scrollTo", "getComputedStyle",
    "performance", "fetch", "EventSource", "Node", "Promise"];
export default [{
    files: ["page.js"],
    languageOptions: { ecmaVersion: 2023, sourceType: "script", globals: Object.fromEntries(browser.map(name => [name, "readonly"])) },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
        "no-undef": "error", "no-unused-vars": "error", "no-redeclare": "error", "no-shadow": "off", "prefer-const": "error", "no-var": "error",
        eqeqeq: "error", "no-eval": "error", "no-implied-eval": "error", "no-new-func": "error", "no-dupe-keys": "error", "no-unreachable": "error",
        "no-fallthrough": "error", "no-cond-assign": "error", "no-unsafe-finally": "error", "no-self-compare": "error", "array-callback-return": "error",
        "no-restricted-properties": ["error", { property: "innerHTML" }, { property: "outerHTML" }, { property: "insertAdjacentHTML" }, { object: "document", property: "write" }],
    },
}];
