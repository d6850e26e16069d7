import { later } from '#ui/layout/later.ts'
import { Suspense, useMemo } from 'react'
import type { Json } from '#contract/json.ts'
import { isPayloadKind, rulesOf } from '#contract/mdm/payload-kinds.ts'
import { isImage } from '#contract/mdm/upload.ts'
import type { Scalar } from '#contract/wire.ts'
import { textOf } from '#contract/words/value-text.ts'
import { restrictionValueText } from '#components/devices/restriction-value.ts'
import { ImagePreview } from '#pages/devices/upload/ImagePreview.tsx'
import { ValueNotes } from '#components/value-notes/ValueNotes.tsx'

const CertificateLine = later(async () => (await import('./CertificateFacts.tsx')).CertificateLine)

type Props = { kind: string; name: string; value: Json }

/** Value of a payload field: restrictions with their meaning, files with their content type, others unchanged. */
export function PayloadValue({ kind, name, value }: Props) {
  const rule = isPayloadKind(kind) ? rulesOf(kind)[name] : undefined
  const isFile = rule && ('imageBytes' in rule || 'certificateBytes' in rule)
  const bytes = useMemo(() => (isFile && typeof value === 'string' ? bytesIn(value) : undefined), [isFile, value])
  const file = useMemo(() => bytes && isImage(bytes) && new File([bytes], name), [bytes, name])
  if (file) return <ImagePreview file={file} />
  if (bytes) {
    return (
      <Suspense>
        <CertificateLine bytes={bytes} />
      </Suspense>
    )
  }
  if (rule && 'values' in rule && isScalar(value)) return <Setting name={name} value={value} />
  return textOf(value) || '–'
}

function Setting({ name, value }: { name: string; value: Scalar }) {
  return (
    <>
      {restrictionValueText(name, value)}
      <ValueNotes place={{ field: name, value: String(value) }} />
    </>
  )
}

const isScalar = (value: Json): value is Scalar => value === null || typeof value !== 'object'

/** Decodes base64; undefined if the text is not base64 and is shown unchanged. */
function bytesIn(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
