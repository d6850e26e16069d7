import { FormChoice, FormSelect, useFormValues } from '#ui/form/FormFields.tsx'
import classes from './form.module.css'
import type { IssuingForm } from './issuing-form.ts'

const algorithms = [
  { value: 'EC', label: 'EC (elliptic curve)', description: 'Short and fast. Supported by all current clients.' },
  { value: 'RSA', label: 'RSA', description: 'Supported by legacy clients as well.' },
  { value: 'Ed25519', label: 'Ed25519', description: 'For internal systems that support it.' },
]
const rsaLengths = [
  { value: '4096', label: '4096 bits' },
  { value: '3072', label: '3072 bits' },
  { value: '2048', label: '2048 bits' },
  { value: '1024', label: '1024 bits (weak)' },
]
const curves = [
  { value: '256', label: 'P-256' },
  { value: '384', label: 'P-384' },
  { value: '521', label: 'P-521' },
]
const digests = [
  { value: '', label: 'Match the key strength' },
  { value: 'SHA256', label: 'SHA-256' },
  { value: 'SHA384', label: 'SHA-384' },
  { value: 'SHA512', label: 'SHA-512' },
]

/** Key fields for any form with these names. `short={false}` excludes short RSA keys, for long-lived certificates. */
export function KeyFields({ short = true }: { short?: boolean }) {
  const { algorithm } = useFormValues<Pick<IssuingForm, 'algorithm'>>()
  const lengths = short ? rsaLengths : rsaLengths.filter(({ value }) => Number(value) >= 3072)
  return (
    <>
      <FormChoice name="algorithm" label="Algorithm" options={algorithms} />
      {algorithm !== 'Ed25519' && (
        <div className={classes.pairs}>
          {algorithm === 'RSA' && <FormSelect name="rsaBits" label="Length" options={lengths} />}
          {algorithm === 'EC' && <FormSelect name="curve" label="Curve" options={curves} />}
          <FormSelect name="digest" label="Signature digest" options={digests} />
        </div>
      )}
    </>
  )
}
