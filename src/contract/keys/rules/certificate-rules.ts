import { keyRules } from './key.ts'
import { nameRules } from './names.ts'
import { type Finding, findingsBy, type Rule, type Wanted } from './rule.ts'
import { subjectRules } from './subject.ts'
import { validityRules } from './validity.ts'

/** Every rule there is. */
export const certificateRules: readonly Rule[] = [...subjectRules, ...nameRules, ...keyRules, ...validityRules]

/** What the rules of this day say about what somebody is about to ask for. */
export const certificateFindings = (wanted: Wanted, now = Date.now()): Finding[] =>
  findingsBy(certificateRules, wanted, now)
