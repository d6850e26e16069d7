import * as z from 'zod/mini'

/** What is wrong with a value, to follow the name of its field. Never the value: it can be a secret. */
z.config({ localeError: (issue) => wordsOf(issue) })

const typeWords: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const units: Partial<Record<string, string>> = { string: 'character', array: 'item', file: 'byte' }

function wordsOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return `must be ${typeWords[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `must be ${anyOf(issue.values.map((value) => JSON.stringify(value)))}`
  if (issue.code === 'too_small')
    return bound(issue.inclusive === false ? 'more than' : 'at least', issue.minimum, issue.origin)
  if (issue.code === 'too_big')
    return bound(issue.inclusive === false ? 'less than' : 'at most', issue.maximum, issue.origin)
  if (issue.code === 'not_multiple_of') return `must be a multiple of ${issue.divisor}`
  if (issue.code === 'unrecognized_keys') return `has unknown fields: ${issue.keys.join(', ')}`
  if (issue.code === 'invalid_format' && issue.format === 'regex') return `must match the pattern ${issue.pattern}`
  return 'has a value that is not accepted'
}

function bound(side: string, limit: number | bigint, origin: string) {
  const unit = units[origin]
  if (!unit) return `must be ${side} ${limit}`
  if (side === 'at least' && Number(limit) === 1) return 'must not be empty'
  return `must have ${side} ${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`
}

const anyOf = (values: readonly string[]) =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
