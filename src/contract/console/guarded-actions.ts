/** What one administrator alone should not do to many: irreversible, or everywhere at once. The one list of it. */
export const guardedActionNames = [
  'wipe',
  'corporate-wipe',
  'clear-passcode',
  'revoke',
  'delete-key',
  'remove-user-key',
  'loosen',
] as const
export type GuardedAction = (typeof guardedActionNames)[number]

/** Those that a rule decides on: to loosen the rules always takes a second person. */
export type RuledAction = Exclude<GuardedAction, 'loosen'>
export const ruledActions = guardedActionNames.filter((action): action is RuledAction => action !== 'loosen')

/** What one call does of it. */
export type Guarded = {
  action: GuardedAction
  /** On whom; each counts once in the time of a rule. */
  subjects: readonly string[]
  /** On others, too, that the call does not name: members of groups. */
  isOpen?: boolean
}
