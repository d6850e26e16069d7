import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { ProfilesProblem } from '#components/issuing/profile/ProfilesProblem.tsx'
import { profilesIn, profilesQuery } from '#components/issuing/profile/profiles.ts'
import { setAcme } from '#contract/keys/acme.ts'
import { maxAcmeDays, maxAcmeDomains, defaultAcmeDays } from '#contract/keys/rules/acme.ts'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextAreaField } from '#ui/form/TextAreaField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Text } from '#ui/layout/layout.ts'
import type { AcmeAuthority } from './acme-query.ts'

const daysError = `Enter a number of days from 1 to ${maxAcmeDays}.`
const form = z.object({
  profile: z.string().check(z.minLength(1, 'Choose a profile.')),
  days: z
    .pipe(z.string().check(z.regex(/^\d{1,4}$/, daysError)), z.transform(Number))
    .check(z.refine((days) => days >= 1 && days <= maxAcmeDays, daysError)),
  domains: z
    .pipe(
      z.string(),
      z.transform((text) => text.split(/[\s,;]+/).filter(Boolean)),
    )
    .check(
      z.refine((names) => names.length > 0, 'Enter at least one domain or network.'),
      z.refine((names) => names.length <= maxAcmeDomains, `Enter at most ${maxAcmeDomains} domains and networks.`),
    ),
  binding: z.optional(z.string()),
})

type Props = { authority: AcmeAuthority; onDone: (text: string) => void; onClose: () => void }

/** Rules for issuing over ACME. Saving them enables ACME for the authority. */
export function AcmeSettings({ authority, onDone, onClose }: Props) {
  const { sha256 = '', commonName = 'Unnamed', enabled, profile, days, domains = [], bindingRequired } = authority
  const { data } = useQuery(profilesQuery)
  const fitting = profilesIn(data?.rows).filter(
    ({ isAuthority, names }) => !isAuthority && names.some((kind) => kind === 'dns' || kind === 'ip'),
  )
  const names = [...new Set([...(profile === undefined ? [] : [profile]), ...fitting.map(({ name }) => name)])]
  return (
    <FormDialog
      title={enabled ? `ACME settings of ${commonName}` : `Enable ACME for ${commonName}`}
      action={enabled ? 'Save' : 'Enable'}
      schema={form}
      send={async ({ binding, ...rules }: z.output<typeof form>) => {
        await change(setAcme, { sha256, enabled: true, ...rules, bindingRequired: binding === 'on' })
        onDone(`ACME enabled for ${commonName}: ${rules.domains.join(', ')}.`)
      }}
      onClose={onClose}
    >
      <Text size="sm">
        Clients such as certbot, Caddy and acme.sh get a certificate for each name that they prove to control.
      </Text>
      <ProfilesProblem without={profile ? 'Only the current one can be chosen.' : 'None can be chosen.'} />
      <SelectField
        name="profile"
        label="Profile"
        description="Determines key usage, allowed keys and maximum validity."
        options={names.map((name) => ({ value: name, label: name }))}
        defaultValue={profile}
      />
      <TextField
        name="days"
        label="Validity (days)"
        inputMode="numeric"
        description="Clients renew automatically, usually after two thirds of it."
        defaultValue={String(days ?? defaultAcmeDays)}
      />
      <TextAreaField
        name="domains"
        label="Domains and networks"
        rows={3}
        description="Names in these domains and below, and addresses in these IP networks, can be ordered. One per line, such as example.com or 10.0.0.0/8."
        defaultValue={domains.join('\n')}
      />
      <CheckboxField
        name="binding"
        label="Require external account binding"
        description="Only clients with a key from this page can register an account."
        defaultChecked={bindingRequired ?? true}
      />
    </FormDialog>
  )
}
