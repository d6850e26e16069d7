/** Actions that can require approval by a second person: irreversible or far-reaching ones. The only list of them. */
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

/** Actions with an approval rule. Loosening a rule always requires approval. */
export type RuledAction = Exclude<GuardedAction, 'loosen'>
export const ruledActions = guardedActionNames.filter((action): action is RuledAction => action !== 'loosen')

/** The guarded part of a call. */
export type Guarded = {
  action: GuardedAction
  /** Affected subjects; each counts once within the period of a rule. */
  subjects: readonly string[]
  /** Whether the call affects unnamed subjects too, such as group members. */
  isOpen?: boolean
}
