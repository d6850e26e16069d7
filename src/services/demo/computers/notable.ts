import type { InstallationStatus } from '#contract/desktop/status.ts'

/** Fixed properties of a computer with a known index. */
export type Notable = {
  why: string
  name?: string
  model?: number
  installation?: InstallationStatus
  description?: string
}

/** Computers by index for documentation and tests, including unusual but valid values. */
const notable: Readonly<Record<number, Notable>> = {
  0: { why: 'Amara Okafor’s laptop, without any trouble', name: 'LOS-LT-AMARA', model: 3, installation: 22 },
  1: { why: 'A computer without an agent', installation: 21 },
  2: { why: 'A name of 200 characters', name: 'Very long computer name '.repeat(9).slice(0, 200), installation: 22 },
  3: { why: 'A name with markup', name: '<img src=x onerror="document.title=1">', installation: 22 },
  4: { why: 'A name that is a formula in a spreadsheet', name: "=cmd|' /C calc'!A0", installation: 22 },
  5: { why: 'A name with wildcards and quotes', name: `Lab 100%_\\ "quoted" 'o''clock' ;-- a+b&c`, installation: 22 },
  6: { why: 'Letters whose case is not simple', name: 'STRASSE-İstanbul-ΟΔΥΣΣΕΥΣ-ﬁn', installation: 22 },
  8: { why: 'A name that turns the writing direction', name: 'invoice\u202Efdp.exe', installation: 22 },
  9: { why: 'Emoji of several code points', name: '👩🏽‍🚒 Fire station 🇮🇸', installation: 22 },
  10: { why: 'A name that objects of JavaScript have anyway', name: '__proto__', installation: 22 },
  11: { why: 'A server', model: 11, installation: 22 },
  12: { why: 'Its agent could not be installed', installation: 29 },
  13: { why: 'A name of digits alone', name: '0042', installation: 22 },
}

export const notableAt = (index: number): Notable | undefined => notable[index]
