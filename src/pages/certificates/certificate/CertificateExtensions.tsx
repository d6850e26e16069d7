import { NotReported } from '#components/offered/NotReported.tsx'
import { keyUsageText, purposeText } from '#contract/keys/rules/profiles/key-usage.ts'
import type { Detail } from '#contract/keys/jobs/certificate-target.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import classes from './Certificate.module.css'

type Extension = NonNullable<NonNullable<Detail['endpoint']>['extensions']>[number]

/** Names from RFC 5280; other extensions are shown by object identifier. */
const titles: Record<string, string> = {
  basicConstraints: 'Basic constraints',
  keyUsage: 'Key usage',
  extKeyUsage: 'Extended key usage',
  subjectKeyIdentifier: 'Subject key identifier',
  authorityKeyIdentifier: 'Authority key identifier',
  subjectAltName: 'Subject alternative name',
  issuerAltName: 'Issuer alternative name',
  certificatePolicies: 'Certificate policies',
  cRLDistributionPoints: 'CRL distribution points',
  authorityInfoAccess: 'Authority information access',
  nameConstraints: 'Name constraints',
}
/** Common extensions first; the rest in the certificate's order. */
const first = ['keyUsage', 'extKeyUsage', 'basicConstraints']
const rank = ({ name = '' }: Extension) => (first.includes(name) ? first.indexOf(name) : first.length)

const lineText: Record<string, (line: string) => string> = { keyUsage: keyUsageText, extKeyUsage: purposeText }

/** Certificate extensions, and how clients that do not support them must react. */
export function CertificateExtensions({ detail: { endpoint } }: { detail: Detail }) {
  const extensions = endpoint?.extensions
  if (!extensions)
    return (
      <Panel title="Extensions">
        <NotReported what="the extensions of this certificate, among them its key usage">
          Export it to read them with another tool.
        </NotReported>
      </Panel>
    )
  if (extensions.length === 0)
    return (
      <Panel title="Extensions">
        <span>None. The certificate does not restrict the use of its key.</span>
      </Panel>
    )
  return (
    <Properties
      title={`Extensions (${extensions.length})`}
      items={extensions
        .toSorted((one, other) => rank(one) - rank(other))
        .map((extension, at) => ({
          label: titleOf(extension),
          wireName: extension.oid ?? `extension ${at + 1}`,
          value: <Said extension={extension} />,
        }))}
    />
  )
}

const titleOf = ({ name = '', oid = '' }: Extension) => titles[name] ?? (name === oid ? `Unknown (${oid})` : name)

/** More may not fit into the height of a list. */
const fewLines = 4

function Said({ extension: { name = '', critical, lines: given } }: { extension: Extension }) {
  const lines = given ?? []
  const text = lineText[name] ?? ((line: string) => line)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must be scrollable by keyboard */}
      <ul className={classes.plain} tabIndex={lines.length > fewLines ? 0 : undefined}>
        {lines.map((line) => (
          <li key={line}>{text(line)}</li>
        ))}
      </ul>
      <StatusBadge tone={critical ? 'info' : 'muted'}>
        {critical === undefined ? 'Criticality unknown' : critical ? 'Critical' : 'Not critical'}
      </StatusBadge>
    </>
  )
}
