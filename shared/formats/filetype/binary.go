package filetype

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unicode/utf16"
)

// compoundMagic begins a compound file (MS-CFB), the container of the older Office formats.
var compoundMagic = []byte{0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1}

// compoundHeader is the length of its header.
const compoundHeader = 512

// compound is a compound file with a stream of one of the names.
func compound(streams ...string) func([]byte) bool {
	return func(data []byte) bool {
		if len(data) < compoundHeader || !bytes.HasPrefix(data, compoundMagic) {
			return false
		}
		order, shift := binary.LittleEndian.Uint16(data[28:]), binary.LittleEndian.Uint16(data[30:])
		if order != 0xFFFE || shift != 9 && shift != 12 {
			return false
		}
		return slices.ContainsFunc(streams, func(name string) bool { return bytes.Contains(data, entryName(name)) })
	}
}

// entryName is a name as a directory entry of a compound file has it, with its end.
func entryName(name string) (encoded []byte) {
	for _, unit := range append(utf16.Encode([]rune(name)), 0) {
		encoded = binary.LittleEndian.AppendUint16(encoded, unit)
	}
	return encoded
}

// bmp has a file header with its own length, or none, and a known header of the picture behind it.
func bmp(data []byte) bool {
	if len(data) < 26 || !bytes.HasPrefix(data, []byte("BM")) {
		return false
	}
	pixels, header := binary.LittleEndian.Uint32(data[10:]), binary.LittleEndian.Uint32(data[14:])
	return slices.Contains([]uint32{12, 40, 52, 56, 64, 108, 124}, header) && pixels >= 14+header && int64(pixels) <= int64(len(data))
}

// tiff has a byte order, the number 42, and a first directory that lies in the file.
func tiff(data []byte) bool {
	if len(data) < 8 {
		return false
	}
	var order binary.ByteOrder
	switch string(data[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return false
	}
	at := int64(order.Uint32(data[4:]))
	if at < 8 || at+2 > int64(len(data)) {
		return false
	}
	entries := int64(order.Uint16(data[at:]))
	return entries > 0 && at+2+12*entries <= int64(len(data))
}

// heic begins with a file type box (ISO/IEC 14496-12) of a brand of HEIF.
func heic(data []byte) bool {
	if len(data) < 16 || string(data[4:8]) != "ftyp" {
		return false
	}
	size := int64(binary.BigEndian.Uint32(data))
	if size < 16 || size > int64(len(data)) || size%4 != 0 {
		return false
	}
	brands := []string{"heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"}
	for at := int64(8); at < size; at += 4 {
		if at != 12 && slices.Contains(brands, string(data[at:at+4])) { // 12: the version of the first brand
			return true
		}
	}
	return false
}

// webp is a RIFF container of one of the three kinds of pictures.
func webp(data []byte) bool {
	return len(data) >= 20 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP" &&
		slices.Contains([]string{"VP8 ", "VP8L", "VP8X"}, string(data[12:16])) && int64(binary.LittleEndian.Uint32(data[4:]))+8 <= int64(len(data))+1
}
