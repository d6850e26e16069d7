import { keyRules } from './key.ts'
import { nameRules } from './names.ts'
import { type Finding, findingsBy, type Rule, type PlannedCertificate } from './rule.ts'
import { subjectRules } from './subject.ts'
import { validityRules } from './validity.ts'

/** All certificate rules. */
export const certificateRules: readonly Rule[] = [...subjectRules, ...nameRules, ...keyRules, ...validityRules]

/** Findings of the rules in force on this day for a planned certificate. */
export const certificateFindings = (wanted: PlannedCertificate, now = Date.now()): Finding[] =>
  findingsBy(certificateRules, wanted, now)
