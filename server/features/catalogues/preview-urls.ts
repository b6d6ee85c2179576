// The paths of voice previews.
export const chimePath = '/voices/sample.wav'

export const previewPath = (id: string): string => `/voices/${id}/preview.wav`
