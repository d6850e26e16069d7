import { queryIfOffered } from '#api/query.ts'
import type { Output } from '#contract/endpoint.ts'
import { addProfile, listProfiles } from '#contract/keys/profiles.ts'
import type { Profile } from '#contract/keys/rules/profiles/profile.ts'
import { profileFindings, serverProfile } from '#contract/keys/rules/profiles/profile.ts'
import type { Advice } from '#ui/wizard/wizard.ts'
import { altNamesOf, type IssuingForm, keyIn, validitySeconds } from '#components/issuing/form/issuing-form.ts'
import type { ReadRequest } from '#components/issuing/read/read-request.ts'
import type { Authority, SignForm } from '#components/issuing/sign-form.ts'
import { nameOfSubject } from '#contract/keys/rules/names.ts'

/** Null if the server does not support profiles. */
export const profilesQuery = queryIfOffered(listProfiles, {})
export type ProfileRow = Output<typeof listProfiles>['rows'][number]

/** Rows with all fields of a profile. Incomplete rows are omitted, because their rules cannot be shown. */
export function profilesIn(rows: readonly ProfileRow[] | undefined): Profile[] {
  return (rows ?? []).flatMap((row) => {
    const { success, data } = addProfile.input.safeParse({ description: '', ...row })
    return success ? [data] : []
  })
}

export const profileNamed = (profiles: readonly Profile[], name: string) =>
  profiles.find((profile) => profile.name === name)

/** Default profile of new certificates, if the server has it. */
export const defaultProfile = (profiles: readonly Profile[]) => profileNamed(profiles, serverProfile.name)?.name ?? ''

/** Why the authority does not issue a profile; undefined if it does, or if this is unknown. */
export const notIssuedBy = ({ profiles }: Pick<Authority, 'profiles'>, name: string): string | undefined =>
  name === '' || !profiles || profiles.includes(name) ? undefined : `does not issue the profile ${name}`

const daySeconds = 86_400

/** Errors of the form that the profile causes; the service would reject them. */
export function profileAdvice(
  form: IssuingForm,
  profiles: readonly Profile[],
  issuer: Authority | undefined,
): Advice[] {
  if (form.profile === '' || profiles.length === 0) return []
  const profile = profileNamed(profiles, form.profile)
  if (!profile) return [error('profile', `There is no profile “${form.profile}” any more.`, 'Choose another profile.')]
  const pinned = issuer && notIssuedBy(issuer, form.profile)
  const { algorithm, bits } = keyIn(form)
  const seconds = validitySeconds(form)
  const altNames = altNamesOf(form)
  const own = nameOfSubject({ commonName: form.commonName.trim(), altNames })
  const findings = profileFindings(profile, {
    names: own === undefined || !isAllowed(profile, own) ? altNames : [own, ...altNames],
    algorithm,
    ...(/^\d+$/.test(bits) && { bits: Number(bits) }),
    ...(seconds !== undefined && { days: seconds / daySeconds }),
  })
  const fields = {
    names: 'altNames',
    algorithm: form.ownAlgorithm ? 'ownAlgorithm' : 'algorithm',
    days: 'validity',
  } as const
  return [
    ...(pinned ? [error('issuer', `This authority ${pinned}.`, 'Choose another authority or profile.')] : []),
    ...findings.map(({ field, text, next }) => error(fields[field], `${text}.`, next)),
  ]
}

/** The same for signing an existing request. */
export function signedProfileAdvice(
  { profile: name, intermediate, days }: SignForm,
  profiles: readonly Profile[],
  issuer: Authority | undefined,
  request: ReadRequest | undefined,
): Advice[] {
  if (!issuer || name === '') return []
  const profile = profileNamed(profiles, name)
  const pinned = notIssuedBy(issuer, name)
  if (!profile || profile.isAuthority !== intermediate || pinned)
    return [error('profile', `“${name}” cannot be chosen here.`, 'Choose another profile.')]
  const own = request && nameOfSubject({ commonName: request.subject.commonName ?? '', altNames: request.names })
  const names = request?.names ?? []
  const findings = profileFindings(profile, {
    names: own === undefined || !isAllowed(profile, own) ? names : [own, ...names],
    ...(request && { algorithm: request.key.algorithm, bits: request.key.bits }),
    ...(/^\d+$/.test(days) && { days: Number(days) }),
  }).filter(({ field }) => request || field === 'days')
  return findings.map(({ field, text, next }) => error(field === 'days' ? 'days' : 'profile', `${text}.`, next))
}

/** The common name is added to the names only if the profile allows its type. */
const isAllowed = (profile: Profile, name: string) =>
  profileFindings({ ...profile, requiredNames: [], domains: [] }, { names: [name] }).length === 0

const error = (field: string, text: string, next: string): Advice => ({ field, level: 'error', text, next })
