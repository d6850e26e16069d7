import * as z from 'zod/mini'
import type { Input } from '#contract/endpoint.ts'
import type { addProfile } from '#contract/keys/profiles.ts'
import {
  isObjectIdentifier,
  type KeyUsage,
  keyUsageNames,
  type Purpose,
  purposeNames,
} from '#contract/keys/rules/profiles/key-usage.ts'
import {
  allCurves,
  isBuiltIn,
  keyRuleText,
  maxProfileDays,
  nameKinds,
  nameRuleText,
  type Profile,
  usageText,
} from '#contract/keys/rules/profiles/profile.ts'
import { counted } from '#contract/words/counted.ts'
import type { ReviewItem } from '#ui/wizard/wizard.ts'

const longestText = 500
const wordsOf = (text: string) => text.split(/[\s,]+/).filter(Boolean)
/** Schema of a group of check boxes. */
const boxes = <const Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.boolean()])) as Record<Name, z.ZodMiniBoolean<boolean>>)
const ticked = <const Name extends string>(names: readonly Name[], chosen: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, chosen.includes(name)])) as Record<Name, boolean>
const namesTicked = <const Name extends string>(names: readonly Name[], values: Record<Name, boolean>) =>
  names.filter((name) => values[name])

export const curveNames = allCurves.map((bits) => `P${bits}` as const)

/** Schema of the profile form. `taken`: names of existing profiles. */
export const profileForm = (taken: readonly string[]) =>
  z
    .object({
      name: z.string().check(
        z.trim(),
        z.minLength(1, 'Enter a name'),
        z.maxLength(100, 'Use 100 characters or fewer'),
        z.refine((name) => !isBuiltIn(name), 'A built-in profile has this name'),
        z.refine(
          (name) => !taken.some((one) => one.toLowerCase() === name.toLowerCase()),
          'A profile with this name already exists',
        ),
      ),
      description: z.string().check(z.maxLength(longestText, `Use ${longestText} characters or fewer`)),
      kind: z.enum(['leaf', 'authority']),
      keyUsage: boxes(keyUsageNames),
      purposes: boxes(purposeNames),
      ownPurposes: z
        .string()
        .check(
          z.refine(
            (text) => wordsOf(text).every(isObjectIdentifier),
            'Enter object identifiers, such as 1.3.6.1.4.1.311.10.3.4',
          ),
        ),
      clientOnRequest: z.boolean(),
      maxDays: z.string().check(
        z.regex(/^[1-9]\d{0,4}$/, 'Enter a whole number of days above 0'),
        z.refine(
          (text) => Number(text) <= maxProfileDays,
          `Enter ${maxProfileDays.toLocaleString('en')} days or fewer`,
        ),
      ),
      rsaBits: z.enum(['0', '1024', '2048', '3072', '4096']),
      curves: boxes(curveNames),
      ed25519: z.boolean(),
      names: boxes(nameKinds),
      required: boxes(nameKinds),
      domains: z
        .string()
        .check(
          z.refine(
            (text) => wordsOf(text).every((domain) => /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i.test(domain)),
            'Enter domains, such as example.com',
          ),
        ),
    })
    .check(
      z.superRefine((form, check) => {
        const say = (path: string, message: string) =>
          check.issues.push({ code: 'custom', input: undefined, path: path.split('.'), message })
        const { keyCertSign, cRLSign } = form.keyUsage
        if (!Object.values(form.keyUsage).includes(true))
          say('keyUsage.digitalSignature', 'Choose one key usage or more')
        if (form.kind === 'leaf' && (keyCertSign || cRLSign))
          say(keyCertSign ? 'keyUsage.keyCertSign' : 'keyUsage.cRLSign', 'Only for certificate authorities')
        if (form.kind === 'authority' && !(keyCertSign && cRLSign))
          say(keyCertSign ? 'keyUsage.cRLSign' : 'keyUsage.keyCertSign', 'Required for certificate authorities')
        if (form.rsaBits === '0' && !form.ed25519 && !Object.values(form.curves).includes(true))
          say('rsaBits', 'Allow one kind of key or more')
        for (const kind of nameKinds)
          if (form.required[kind] && !form.names[kind]) say(`required.${kind}`, 'Required but not allowed above')
      }),
    )
export type ProfileForm = z.output<ReturnType<typeof profileForm>>

export function formOfProfile(profile: Profile): ProfileForm {
  const isKnown = (name: string): name is Purpose => purposeNames.some((one) => one === name)
  const { keyUsage, extendedKeyUsage, optionalUsage, curves } = profile
  return {
    name: profile.name,
    description: profile.description,
    kind: profile.isAuthority ? 'authority' : 'leaf',
    keyUsage: ticked(keyUsageNames, keyUsage),
    purposes: ticked(purposeNames, extendedKeyUsage),
    ownPurposes: extendedKeyUsage.filter((name) => !isKnown(name)).join(', '),
    clientOnRequest: optionalUsage.includes('clientAuth'),
    maxDays: String(profile.maxDays),
    rsaBits: rsaChoice(profile.rsaBits),
    curves: ticked(
      curveNames,
      curves.map((bits) => `P${bits}`),
    ),
    ed25519: profile.ed25519,
    names: ticked(nameKinds, profile.names),
    required: ticked(nameKinds, profile.requiredNames),
    domains: profile.domains.join(', '),
  }
}

const rsaChoice = (bits: number): ProfileForm['rsaBits'] =>
  bits === 0 ? '0' : bits <= 1024 ? '1024' : bits <= 2048 ? '2048' : bits <= 3072 ? '3072' : '4096'

/**
 * Converts the form to a profile. `kept`: the edited profile, whose optional purposes without a check box are
 * preserved.
 */
export function toProfile(form: ProfileForm, kept?: Profile): Input<typeof addProfile> {
  const others = (kept?.optionalUsage ?? []).filter((name) => name !== 'clientAuth')
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    isAuthority: form.kind === 'authority',
    keyUsage: namesTicked(keyUsageNames, form.keyUsage) satisfies KeyUsage[],
    extendedKeyUsage: [...namesTicked(purposeNames, form.purposes), ...wordsOf(form.ownPurposes)],
    optionalUsage: [...(form.clientOnRequest ? ['clientAuth'] : []), ...others],
    maxDays: Number(form.maxDays),
    rsaBits: Number(form.rsaBits),
    curves: allCurves.filter((bits) => form.curves[`P${bits}`]),
    ed25519: form.ed25519,
    names: namesTicked(nameKinds, form.names),
    requiredNames: namesTicked(nameKinds, form.required),
    domains: wordsOf(form.domains).map((domain) => domain.toLowerCase()),
  }
}

export const steps = { usage: 'usage', keys: 'keys', names: 'names' } as const

export function reviewOf(form: ProfileForm): ReviewItem[] {
  const profile = toProfile(form)
  return [
    { label: 'Name', value: [profile.name, profile.description].filter(Boolean).join('\n'), step: steps.usage },
    { label: 'Type', value: profile.isAuthority ? 'Certificate authorities' : 'End entities', step: steps.usage },
    { label: 'Usage', value: usageText(profile), step: steps.usage },
    { label: 'Keys', value: keyRuleText(profile), step: steps.keys },
    { label: 'Validity', value: `${counted(profile.maxDays, 'day', 'days')} at most`, step: steps.keys },
    { label: 'Names', value: nameRuleText(profile), step: steps.names },
  ]
}
