/** A position in degrees. */
export type Place = { latitude: number; longitude: number }
export type Point = { x: number; y: number }

const radiusM = 6_371_000
const metresPerDegree = (Math.PI / 180) * radiusM
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance in meters. */
export function distanceM(a: Place, b: Place): number {
  const [north, east] = [radians(b.latitude - a.latitude), radians(b.longitude - a.longitude)]
  const h =
    Math.sin(north / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2
  return 2 * radiusM * Math.asin(Math.min(1, Math.sqrt(h)))
}

const minAcrossM = 200
const edgeShare = 0.15

/** Flat projection around the given places, with the same scale in both directions. */
export function projectionAround(places: readonly Place[], width: number, height: number) {
  const latitudes = places.map(({ latitude }) => latitude)
  const longitudes = turned(places.map(({ longitude }) => longitude))
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)]
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)]
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 }
  // A degree of longitude is shorter near the poles; the minimum prevents a width of 0 at a pole.
  const shrink = Math.max(0.01, Math.cos(radians(middle.latitude)))
  const acrossM = Math.max(minAcrossM, (east - west) * shrink * metresPerDegree)
  const upM = Math.max(minAcrossM, (north - south) * metresPerDegree)
  const pixelsPerM = Math.min(width / acrossM, height / upM) * (1 - 2 * edgeShare)
  const perLatitude = pixelsPerM * metresPerDegree
  const perLongitude = perLatitude * shrink
  const pointOf = ({ latitude, longitude }: Place): Point => ({
    x: width / 2 + (nearest(longitude, middle.longitude) - middle.longitude) * perLongitude,
    y: height / 2 - (latitude - middle.latitude) * perLatitude,
  })
  return {
    pointOf,
    pixelsPerM,
    latitudeLines: lines(middle.latitude, height / perLatitude),
    longitudeLines: lines(middle.longitude, width / perLongitude),
  }
}

/** Handles positions on both sides of the 180° meridian. */
function turned(longitudes: readonly number[]): number[] {
  const isAcross = Math.max(...longitudes) - Math.min(...longitudes) > 180
  return isAcross ? longitudes.map((longitude) => (longitude < 0 ? longitude + 360 : longitude)) : [...longitudes]
}
const nearest = (longitude: number, middle: number) =>
  longitude - middle > 180 ? longitude - 360 : longitude - middle < -180 ? longitude + 360 : longitude

const wantedLines = 4

/** Graticule lines at round degrees. */
function lines(middle: number, span: number): number[] {
  const step = roundBelow(span / wantedLines)
  const first = Math.ceil((middle - span / 2) / step)
  const last = Math.floor((middle + span / 2) / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => Number(((first + at) * step).toFixed(6)))
}

/** The largest number of the form 1, 2 or 5 times a power of ten that does not exceed the value. */
export function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([5, 2, 1].find((times) => times * power <= value * 1.000_001) ?? 1) * power
}

/** A scale bar with a round length, up to a maximum width in pixels. */
export function scaleBar(pixelsPerM: number, maxPixels: number) {
  const metres = roundBelow(maxPixels / pixelsPerM)
  return { pixels: metres * pixelsPerM, text: distanceText(metres) }
}

export const distanceText = (metres: number) =>
  metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} km`
