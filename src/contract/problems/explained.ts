import { explainBy } from '#contract/problem.ts'
import { atHand } from './known-errors.ts'

explainBy(atHand)
