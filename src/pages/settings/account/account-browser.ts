/** The first match applies, since browsers include names of earlier ones in their user agent. */
const browsers = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.+\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\bWindows NT\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** For example "Chrome on Windows"; the user agent string if it is not recognized. */
export function browserName(agent: string): string {
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)]
  if (browser && system) return `${browser} on ${system}`
  return agent.trim() === '' ? 'Unknown browser' : agent
}

const nameIn = (names: readonly (readonly [RegExp, string])[], agent: string) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]
