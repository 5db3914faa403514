// Texts of QR codes that are shown to a camera, and of the camera that reads them.

export const scan = {
  scan: {
    show: 'Show as QR codes',
    hide: 'Hide QR codes',
    code: 'QR code',
    parts: 'Hold the camera of the other device in front of this code until it has read {{ count }} parts.',
    slower: 'Slower, larger dots',
    faster: 'Faster',
    open: 'Scan QR codes',
    view: 'Camera',
    hint: 'Hold the codes that the other device shows in front of this camera.',
    progress: '{{ percent }} % read',
    wrongKind: 'A different code is needed here. This one contains: {{ kind }}.',
    other: 'something else',
    kinds: {
      output: 'a list of coins',
      keyimage: 'key images',
      txunsigned: 'an unsigned payment',
      txsigned: 'a signed payment',
    },
    camera: {
      missing: 'There is no camera here. Choose a file or paste the text instead.',
      denied: 'The browser does not allow the camera. Allow it in the settings of this site, and try again.',
      busy: 'Another program uses the camera. Close it, and try again.',
      paused:
        'The browser does not play the picture of the camera. Allow automatic playback for this site or turn off the power saving, and try again.',
      ended: 'The camera was turned off. Connect it or allow it again, and open this window anew.',
    },
    damaged: 'This code could not be read. Hold the camera steady.',
  },
}
