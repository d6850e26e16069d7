import * as z from 'zod/mini'
import type { Input } from '#contract/endpoint.ts'
import { createApp, enterpriseApp } from '#contract/mdm/apps.ts'
import { iconBytes, roughSize } from '#contract/mdm/upload.ts'
import { base64Of, type Chosen, fileName } from '#pages/devices/upload/chosen-file.ts'

type NewApp = Input<typeof createApp>
/** The package is not read into memory. */
export type AppFiles = { app_file?: File; icon_file?: Chosen }
/** The app with its package, which is uploaded first. */
export type AppToAdd = Omit<NewApp, 'app_file'> & { package?: File }

/** Schema of the request; empty form values are omitted. */
const { shape } = createApp.input
const optionalText = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((text) => (typeof text === 'string' && text.trim() === '' ? undefined : text)),
    schema,
  )

const common = {
  app_name: z.pipe(z.string().check(z.trim(), z.minLength(1, 'Enter a name')), shape.app_name),
  bundle_identifier: z.pipe(z.string().check(z.trim(), z.minLength(1, 'Enter an identifier')), shape.bundle_identifier),
  platform_type: shape.platform_type,
  version: optionalText(shape.version),
  app_category: optionalText(shape.app_category),
  description: optionalText(shape.description),
}

const isStoreApp = {
  store_url: optionalText(
    z.optional(
      z.url({ protocol: /^https$/, error: 'Enter an address that begins with https://' }).check(z.maxLength(2000)),
    ),
  ),
  is_app_paid: z.optional(z.literal('on')),
}
const storeApp = 1

/** Schema for a store app or an enterprise app, including the files selected outside of the form. */
export function appForm(isEnterprise: boolean, files: AppFiles, maxBytes: number) {
  const icon_file = z.pipe(
    fileName(files.icon_file, iconBytes),
    z.transform(() => files.icon_file && base64Of(files.icon_file)),
  )
  const chosen = files.app_file
  const app_file = z.string().check(
    z.minLength(1, 'Choose the package of the app'),
    z.refine(() => chosen?.size !== 0, 'This file is empty'),
    z.refine(
      () => !chosen || chosen.size <= maxBytes,
      `This file is larger than ${roughSize(maxBytes)}. Choose a smaller one`,
    ),
  )
  return isEnterprise
    ? z.pipe(
        z.object({ ...common, icon_file, app_file }),
        z.transform(({ app_file: _name, ...app }): AppToAdd => ({
          ...app,
          app_type: enterpriseApp,
          ...(chosen && { package: chosen }),
        })),
      )
    : z.pipe(
        z.object({ ...common, icon_file, ...isStoreApp }),
        z.transform((app): AppToAdd => ({ ...app, app_type: storeApp, is_app_paid: app.is_app_paid === 'on' })),
      )
}
