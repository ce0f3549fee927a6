package chem

import (
	"math"
	"strconv"
	"strings"
)

// number parses a signed decimal number at i: thousands separators, a decimal comma, powers
// of ten.
func number(s string, i int) (float64, int) {
	j := i
	negative := false
	if j < len(s) && (s[j] == '-' || s[j] == '+') {
		negative = s[j] == '-'
		j++
		if j < len(s) && s[j] == ' ' {
			j++
		}
	}
	digits := make([]byte, 0, 16)
	dot := false
	start := j
	for j < len(s) {
		c := s[j]
		switch {
		case c >= '0' && c <= '9':
			digits = append(digits, c)
		case c == '.' && !dot && j+1 < len(s) && s[j+1] >= '0' && s[j+1] <= '9':
			digits = append(digits, '.')
			dot = true
		case c == ',' && !dot && j > start && thousands(s, start, j):
		case c == ',' && !dot && j > start && j+1 < len(s) && s[j+1] >= '0' && s[j+1] <= '9' && decimalComma(s, start, j):
			digits = append(digits, '.')
			dot = true
		default:
			goto done
		}
		j++
	}
done:
	if len(digits) == 0 || digits[len(digits)-1] == '.' {
		return 0, 0
	}
	v, err := strconv.ParseFloat(string(digits), 64)
	if err != nil {
		return 0, 0
	}
	if exp, n := power(s[j:]); n > 0 {
		v = scale(string(digits), exp)
		j += n
	} else if v == 10 && !dot {
		if exp, n := signedInt(strings.TrimPrefix(s[j:], "^")); n > 0 && strings.HasPrefix(s[j:], "^") {
			v = scale("1", exp)
			j += n + 1
		}
	}
	if negative {
		v = -v
	}
	return v, j - i
}

// scale multiplies by a power of ten without an additional rounding error.
func scale(digits string, exp int) float64 {
	v, err := strconv.ParseFloat(digits+"e"+strconv.Itoa(exp), 64)
	if err != nil || math.IsInf(v, 0) {
		return 0
	}
	return v
}

func thousands(s string, start, j int) bool {
	n := j - start
	if start < j && strings.Contains(s[start:j], ",") {
		n = j - start - strings.LastIndexByte(s[start:j], ',') - 1
		if n != 3 {
			return false
		}
	}
	if n > 3 || s[start] == '0' {
		return false
	}
	k := j + 1
	for k < len(s) && s[k] >= '0' && s[k] <= '9' {
		k++
	}
	return k-j-1 == 3
}

// decimalComma reports a comma at j that begins the decimals of a number from start: four at most, any behind a zero.
func decimalComma(s string, start, j int) bool {
	k := j + 1
	for k < len(s) && s[k] >= '0' && s[k] <= '9' {
		k++
	}
	return k-j-1 <= 4 || s[start:j] == "0"
}

// power parses "x 10^-5", "×10-5", "E-05".
func power(s string) (int, int) {
	t := strings.TrimLeft(s, " ")
	skipped := len(s) - len(t)
	for _, times := range []string{"×", "x", "X", "*", "·", "・", "✕"} {
		rest, ok := strings.CutPrefix(t, times)
		if !ok {
			continue
		}
		blank := len(rest) - len(strings.TrimLeft(rest, " "))
		rest = rest[blank:]
		rest, ok = strings.CutPrefix(rest, "10")
		if !ok {
			return 0, 0
		}
		n := skipped + len(times) + blank + 2
		if after, ok := strings.CutPrefix(rest, "^"); ok {
			n++
			rest = after
		}
		if b, ok := strings.CutPrefix(rest, " "); ok && strings.HasPrefix(b, "-") {
			n++
			rest = b
		}
		exp, m := signedInt(rest)
		if m == 0 {
			return 0, 0
		}
		return exp, n + m
	}
	if len(s) > 1 && (s[0] == 'e' || s[0] == 'E') {
		if exp, m := signedInt(s[1:]); m > 0 {
			return exp, m + 1
		}
	}
	return 0, 0
}

func signedInt(s string) (int, int) {
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	_, end := run(s, i)
	if end == i || end-i > 2 {
		return 0, 0
	}
	v, err := strconv.Atoi(strings.TrimPrefix(s[:end], "+"))
	if err != nil {
		return 0, 0
	}
	return v, end
}
