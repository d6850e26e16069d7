/** Preferences and drafts of an account at a site, shared by all its browsers. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { own } from '#contract/session.ts'

export const longestPreference = 200_000
/** Per call; the browser sends the rest in further calls. */
export const maxPreferencesSent = 100
/** Per account. */
export const maxPreferences = 2000
/** Retention of drafts. */
export const draftDays = 90
export const draftPrefix = 'draft/'

const name = z.string().check(z.minLength(1), z.maxLength(400), z.regex(/^\P{Cc}*$/u))
const value = z.string().check(z.maxLength(longestPreference))

export const listPreferences = endpoint({
  ...own,
  id: 'console.listPreferences',
  summary: 'Table layouts, saved views, dismissed notices, drafts and recently opened pages of your account',
  path: '/api/console.listPreferences',
  input: z.object({}),
  output: z.object({ preferences: z.array(z.object({ name: z.string(), value: z.string() })) }),
  permission: 'signed-in',
})

/** Not audited: it affects only the caller's own display. */
export const keepPreferences = endpoint({
  ...own,
  id: 'console.keepPreferences',
  summary: 'Keep table layouts, saved views, dismissed notices, drafts and recently opened pages with your account',
  path: '/api/console.keepPreferences',
  input: z.object({
    /** Without a value, the preference is removed. */
    preferences: z.array(z.object({ name, value: z.optional(value) })).check(z.maxLength(maxPreferencesSent)),
  }),
  output: z.object({}),
  permission: 'signed-in',
})

export const preferences = { listPreferences, keepPreferences }
